import type { Load } from '../closed-loop.ts'
import type { Process } from '../processes.ts'
import type { Found } from '../rounds.ts'
import { spread } from './cells.ts'
import { costTable, halfLoadTable, referenceTable, speedTable } from './tables.ts'

export interface Report {
  readonly cores: number
  readonly load: Load
  readonly rounds: number
  /** With what OpenSSL computed RSA. */
  readonly rsa: string
  readonly found: readonly Found[]
  readonly webhooks: { readonly expected: number; readonly received: number }
  /** Messages of payments that went wrong. */
  readonly errors: readonly string[]
  readonly memory: readonly Pick<Process, 'pid' | 'command' | 'megabytes'>[]
}

export function formatReport(report: Report): string {
  const { cores, load, rounds, found, webhooks, memory } = report
  return [
    `${cores} cores, which carry database, load generator and webhook receiver, too; ${load.connections} payments in flight;`,
    `${rounds} rounds of ${load.seconds} s: medians, and (least to most)`,
    rsaLine(report),
    '',
    ...speedTable(found),
    ...halfLoadTable(found),
    ...costTable(found),
    ...referenceTable(report),
    `Webhooks: ${webhooks.received} received of ${webhooks.expected} transactions.`,
    ...errorLines(report),
    '',
    ...memory.map(({ pid, command, megabytes }) => `${megabytes.toFixed(1).padStart(8)} MB  ${pid}  ${command}`),
  ].join('\n')
}

function rsaLine({ found, rsa }: Report): string {
  const times = found.flatMap(({ turns }) => turns.map(({ cpu }) => cpu.decryptions))
  return `Four RSA-2048 decryptions: ${spread(times, 2)} ms of a core, ${rsa}`
}

function errorLines({ errors }: Report): string[] {
  if (errors.length === 0) return []
  return [`${errors.length} payments went wrong, so that this is no measurement. The first: ${errors[0]}`]
}

import type { Measurement } from './closed-loop.ts'
import type { ProcessMemory } from './memory.ts'

/** Everything one run of the bench found out. */
export interface Report {
  readonly cores: number
  readonly connections: number
  /** Card authorizations per second that RSA alone would allow. */
  readonly rsaLimit: number
  readonly cardAuthorization: Measurement
  /** Share of the limit that is reached. */
  readonly ratio: number
  readonly challengeFlow: Measurement
  readonly webhooks: { readonly expected: number; readonly received: number }
  readonly memory: readonly ProcessMemory[]
}

/** The report as a person reads it. */
export function printed(report: Report): string {
  return [
    `${report.cores} cores, ${report.connections} connections, load generator on the same machine`,
    '',
    row('', 'per second', 'p50 ms', 'p99 ms', 'errors'),
    row('RSA limit (decryptions / 4)', number(report.rsaLimit)),
    measured('Card authorization, no 3DS', report.cardAuthorization),
    measured('Whole challenge flow', report.challengeFlow),
    '',
    `Card authorization reaches ${number(report.ratio * 100)} % of the RSA limit.`,
    `Webhooks: ${report.webhooks.received} received of ${report.webhooks.expected} transactions.`,
    ...firstErrors(report),
    '',
    ...report.memory.map(({ pid, command, megabytes }) => `${number(megabytes).padStart(8)} MB  ${pid}  ${command}`),
  ].join('\n')
}

function measured(name: string, { perSecond, p50, p99, errors }: Measurement): string {
  return row(name, number(perSecond), number(p50), number(p99), String(errors))
}

function firstErrors({ cardAuthorization, challengeFlow }: Report): string[] {
  const texts = [cardAuthorization.firstError, challengeFlow.firstError].filter((text) => text !== null)
  return texts.map((text) => `First error: ${text}`)
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join('')
}

const number = (value: number) => value.toFixed(1)

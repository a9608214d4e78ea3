import type { PreparedGateway } from '../prepared-gateway.ts'
import { processesOf } from '../processes.ts'

/** CPU milliseconds of one payment, its webhook, search and sums included. */
export interface CpuTime {
  readonly gateway: number
  readonly postgres: number
  /** Time of the four decryptions of a card, measured right before. */
  readonly decryptions: number
}

/** CPU time of one payment, divided by that of the four decryptions. */
export function cpuRatio({ gateway, postgres, decryptions }: CpuTime): number {
  return (gateway + postgres) / decryptions
}

/** Milliseconds so far, of the gateway's processes and of its database server's. */
export function readCpuTime({ gateway, dataDir }: PreparedGateway): {
  readonly gateway: number
  readonly postgres: number
} {
  const all = processesOf(gateway.pid, dataDir)
  const sumOf = (isPostgres: boolean) =>
    all
      .filter(({ command }) => /postgres/.test(command) === isPostgres)
      .reduce((sum, { cpuSeconds }) => sum + cpuSeconds * 1000, 0)
  return { gateway: sumOf(false), postgres: sumOf(true) }
}

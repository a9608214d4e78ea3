import type { Measurement } from './closed-loop.ts'
import type { Process } from './processes.ts'

/** A kind of payment held against what this machine could do of its costliest part alone, per second. */
export interface Limited extends Measurement {
  readonly limit: number
  /** Share of the limit that is reached. */
  readonly ratio: number
}

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
  /** Against one decryption each. */
  readonly savedCardWithCvv: Limited
  /** Against the two commits each. */
  readonly savedCard: Limited
  /** Against two ECDSA verifications and one ECDH each. */
  readonly walletToken: Limited
  readonly webhooks: { readonly expected: number; readonly received: number }
  readonly memory: readonly Pick<Process, 'pid' | 'command' | 'megabytes'>[]
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
    ...LIMITED.flatMap(({ name, key, limit }) => [
      '',
      row(limit, number(report[key].limit)),
      measured(name, report[key]),
    ]),
    '',
    `Card authorization reaches ${number(report.ratio * 100)} % of the RSA limit.`,
    ...LIMITED.map(({ name, key }) => `${name} reaches ${number(report[key].ratio * 100)} % of its limit.`),
    `Webhooks: ${report.webhooks.received} received of ${report.webhooks.expected} transactions.`,
    ...firstErrors(report),
    '',
    ...report.memory.map(({ pid, command, megabytes }) => `${number(megabytes).padStart(8)} MB  ${pid}  ${command}`),
  ].join('\n')
}

type LimitedRow = 'savedCardWithCvv' | 'savedCard' | 'walletToken'

/** Each kind with its limit, in the order of the report. */
const LIMITED: readonly { readonly key: LimitedRow; readonly name: string; readonly limit: string }[] = [
  { key: 'savedCardWithCvv', name: 'Saved card with CVV', limit: 'RSA limit (decryptions)' },
  { key: 'savedCard', name: 'Saved card', limit: 'Database limit (commits / 2)' },
  { key: 'walletToken', name: 'Wallet token', limit: 'P-256 limit (2 ECDSA, 1 ECDH)' },
]

function measured(name: string, { perSecond, p50, p99, errors }: Measurement): string {
  return row(name, number(perSecond), number(p50), number(p99), String(errors))
}

function firstErrors(report: Report): string[] {
  const rows = [report.cardAuthorization, report.challengeFlow, ...LIMITED.map(({ key }) => report[key])]
  return rows.flatMap(({ firstError }) => (firstError === null ? [] : `First error: ${firstError}`))
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join('')
}

const number = (value: number) => value.toFixed(1)

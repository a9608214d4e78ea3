import { STATUS_CODES } from 'node:http'
import { PROCESSING_CODES, type ProcessingCode, type RetryBy } from '#domain/processing-code.ts'
import { isRetryable } from '#domain/retry.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { ERRORS } from '../response/error-catalogue.ts'
import { EMBEDDED_FAULTS } from './embedded-fault-catalogue.ts'

// Headings are of the second level, because each place adds its own title.

/** Codes with meanings and remedies, for the API reference. */
export function codeReference(): string {
  return [CODES_TEXT, REMEDIES_TEXT, codeTable(), ERRORS_TEXT, errorTable(), FAULTS_TEXT, faultTable()].join('\n')
}

/** Codes with meanings alone, for docs/reference/processing-codes.md. */
export function codeOverview(): string {
  return [CODES_TEXT, codeTable(4), ERRORS_TEXT, errorTable(3), FAULTS_TEXT, faultTable(2)].join('\n')
}

const CODES_TEXT = `## Processing codes

\`processing_code\` of a transaction. A code always comes with the same status.
`

const REMEDIES_TEXT = `- *Who may retry*: the gateway, with the terminal's next provider account (never after a lost or stolen card, or a failed
  authentication); the shopper, with this or another way to pay; the merchant's server, once the cause is fixed; or no one,
  because it is done, in progress or declined permanently. An \`INVALID\` order may be sent again under its reference. Any other
  needs a new reference or, in a session, another payment.
- *Tell the shopper*: a text that a shop may show. It does not help anyone who tests stolen cards.
`

const ERRORS_TEXT = `## Errors of the HTTP interface

The body is \`{ "errors": [{ "property", "message", "params" }], "method", "status" }\`, for 401 and 403 \`{ "error" }\`.
`

const FAULTS_TEXT = `## Codes of the embedded fields

\`code\` of the error that \`PaymentComponent\` rejects with, and that \`onError\` and \`callback\` get.
`

function tableOf(head: readonly string[], rows: readonly (readonly string[])[], columns = head.length): string {
  return markdownTable(
    head.slice(0, columns),
    rows.map((row) => row.slice(0, columns)),
  )
}

function codeTable(columns?: number): string {
  const rows = Object.entries(PROCESSING_CODES)
    .toSorted(byCode)
    .map(([code, { name, status, meaning, retryBy, shopperText }]) => {
      const isTriedElsewhere = isRetryable(gatewayOutcome(code as ProcessingCode, ''))
      const who = isTriedElsewhere ? `the gateway, ${RETRY_WORDS[retryBy]}` : RETRY_WORDS[retryBy]
      return [`\`${code}\``, name, `\`${status}\``, meaning, who, shopperText]
    })
  return tableOf(['Code', 'Name', 'Status', 'Meaning', 'Who may retry', 'Tell the shopper'], rows, columns)
}

const RETRY_WORDS: Readonly<Record<RetryBy, string>> = {
  nobody: 'no one',
  shopper: 'the shopper',
  merchant: 'the merchant',
}

/** Sorts codes, because objects list numeric keys first, and `0000` is none. */
function byCode([one]: [string, unknown], [other]: [string, unknown]): number {
  return Number(one) - Number(other)
}

function errorTable(columns?: number): string {
  const rows = Object.entries(ERRORS).map(([status, { when, whatToDo }]) => {
    return [status, STATUS_CODES[status] ?? '', when, whatToDo]
  })
  return tableOf(['Status', 'Name', 'When', 'What to do'], rows, columns)
}

function faultTable(columns?: number): string {
  const rows = Object.entries(EMBEDDED_FAULTS).map(([code, { when, whatToDo }]) => [`\`${code}\``, when, whatToDo])
  return tableOf(['Code', 'When', 'What to do'], rows, columns)
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

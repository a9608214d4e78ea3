import { STATUS_CODES } from 'node:http'
import { PROCESSING_CODES, type RetryBy } from '#domain/processing-code.ts'
import { testValues } from '#flows/simulators/test-values.ts'
import { EMBEDDED_FAULTS } from '../openapi/embedded-fault-catalogue.ts'
import { addressOfError, ERRORS } from '../response/error-catalogue.ts'

/** Page of a code as Markdown, with links to addresses of the site. */
interface ErrorPage {
  readonly code: string
  readonly address: string
  readonly source: string
}

export function errorPages(): readonly ErrorPage[] {
  return [...codePages(), ...statusPages(), ...faultPages()].map(({ code, lines }) => ({
    code,
    address: addressOfError(code),
    source: [...lines, '[All codes and errors](/docs/reference/processing-codes)\n'].join('\n\n'),
  }))
}

interface Draft {
  readonly code: string
  readonly lines: readonly string[]
}

function codePages(): Draft[] {
  return Object.entries(PROCESSING_CODES).map(([code, { name, status, meaning, retryBy, shopperText }]) => ({
    code,
    lines: [
      `# ${code}: ${name}`,
      meaning,
      `\`processing_code\` of a transaction with the [status](/docs/reference/statuses) \`${status}\`.`,
      `## What to do\n\n${retryBy === 'nobody' ? NO_RETRY[status] : WHAT_TO_DO[retryBy]}`,
      `## Tell the shopper\n\n> ${shopperText}`,
      ...testLines(code),
    ],
  }))
}

const RETRIES = '[Retries and soft declines](/docs/integrate/retries)'

/** Of codes that no one may retry, by their status. */
const NO_RETRY: Readonly<Record<string, string>> = {
  APPROVED: 'Nothing: it is complete. Do not send it again.',
  PENDING: 'Do not retry: it is in progress. [Its event](/docs/integrate/webhooks) has the result.',
  DECLINED: 'Do not retry: it is declined permanently.',
}

const WHAT_TO_DO: Readonly<Record<Exclude<RetryBy, 'nobody'>, string>> = {
  shopper: `The shopper may try again, with this or another way to pay. Send a new reference: ${RETRIES}.`,
  merchant:
    'Fix the cause on your server, then send the order again under its reference. `errors` of the record names the field: [refusals](/docs/reference/requests#refusals).',
}

function testLines(code: string): string[] {
  const names = testValues().outcomes.flatMap(([name, outcome]) => (outcome === code ? [`\`${name}\``] : []))
  if (names.length === 0) return []
  const values = '[test values](/docs/integrate/test-values#outcomes)'
  return [`## Test it\n\nIn \`uat\`, send \`metadata.response_code\` ${names.join(' or ')}: ${values}.`]
}

function statusPages(): Draft[] {
  const bodies = '[error bodies](/docs/reference/requests#error-bodies)'
  return Object.entries(ERRORS).map(([status, { when, whatToDo }]) => ({
    code: status,
    lines: [
      `# ${status}: ${STATUS_CODES[status]}`,
      when,
      `Status of an HTTP response: ${bodies}.`,
      `## What to do\n\n${whatToDo}`,
    ],
  }))
}

function faultPages(): Draft[] {
  const fields = '[embedded fields](/docs/integrate/embedded-fields)'
  return Object.entries(EMBEDDED_FAULTS).map(([code, { when, whatToDo }]) => ({
    code,
    lines: [`# ${code}`, when, `\`code\` of an error of the ${fields}.`, `## What to do\n\n${whatToDo}`],
  }))
}

const ADDRESSES = new Map(errorPages().map(({ code, address }) => [code, address]))

export function addressOfCode(text: string): string | undefined {
  return ADDRESSES.get(text)
}

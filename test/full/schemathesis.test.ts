// @module-tag full
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatsFor } from '#http/request/formats.ts'
import { issueClient } from '#identity/issue-client.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fetchToken } from '#test/test-merchant.ts'

// Schemathesis makes requests of /openapi.json, right and wrong ones, and holds the answers against it.

// In its time a fast machine finds rules that `RULES` does not name yet, so it runs where a person reads what it finds.
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? ''
const isThere = SCHEMATHESIS !== '' && spawnSync(SCHEMATHESIS, ['--version']).status === 0

/** Both runs together, however slow the machine is. */
const SECONDS_EACH = 20

let app: RunningGateway
let folder: string
beforeAll(async () => {
  app = await startOwnGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-schemathesis-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

const RUNS = [
  ["a merchant's", ['--exclude-path-regex', '^/admin|^/realms']],
  ["an operator's", ['--include-path-regex', '^/admin']],
] as const

it.for(RUNS)(
  'with %s token, Schemathesis finds nothing but rules that a schema cannot know',
  { timeout: 300_000 },
  async ([whose, paths], { skip }) => {
    if (!isThere) skip('SCHEMATHESIS names no program.')
    const token = whose === "a merchant's" ? app.merchant.token : await operatorToken()
    const found = await findings(token, paths)
    expect(found.filter((finding) => !isRule(finding))).toEqual([])
  },
)

async function operatorToken(): Promise<string> {
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  return fetchToken(app.baseUrl, clientId, clientSecret.reveal())
}

/** Problem that a check of Schemathesis found, with the errors that the gateway answered. */
interface Finding {
  readonly code: string
  readonly operation: string
  readonly status: number
  readonly errors: readonly { readonly property: string; readonly message: string }[]
}

/** Words of errors about what a schema has no words for (docs/integrate/other-languages.md#what-no-schema-says). */
const RULES: readonly RegExp[] = [
  // Forms of texts that JSON Schema does not know: the document names them by format and description.
  ...Object.values(formatsFor('uat')).map(({ message }) => new RegExp(`^${RegExp.escape(message)}$`)),
  /^Send an absolute https address with a host/,
  /^Remove NUL characters and lone surrogates/,
  // 1.0 is an integer in JSON Schema, and an amount is taken as it is written.
  /^Send an integer of minor units/,
  /^Send a card number with a valid length/,
  // What one field asks of another.
  /^Send one of cursor, after and before/,
  /^Use a day on or before `to`/,
  /^Add this field; this payment method needs it/,
  /^Use PURCHASE; this payment method charges immediately/,
  /^Add the eci|^Omit eci/,
  /^Add the IFSC of the beneficiary/,
  /^Omit merchant_id for platform roles/,
  /^Use a time after created_from/,
  /^Add customer_id or email|^Use customer_id or email, not both/,
  /^Add the days between charges/,
  // A form without fields has no byte.
  /^The body is empty/,
  // What there is already, and what there is not.
  /^Use a time later than now/,
  /^The rules have another version/,
  /^No rule marked this payment for review/,
  /^Only clients of an external identity provider have one/,
  /next_cursor of a previous response/,
  /^This key was used with another body/,
  /^A view with this name already exists/,
  /^Another merchant uses this client/,
  /^No such terminal|^No such merchant|^Use the ID of one of your terminals|^Use only provider account IDs/,
  /^Use a supported provider/,
]

/** Operation that takes a value with its kind, or a payment. */
const EITHER = 'POST /api/lists/{list}'

/** The address that fits `/api/events/{id}` too, where `GET` reads an event. */
const ALSO_AN_ID = 'OPTIONS /api/events/redeliver-failed'

/** Statuses that refuse what is wrong, though Schemathesis does not count them. */
const REFUSALS = [413]

function isRule({ code, operation, status, errors }: Finding): boolean {
  if (code === 'ST205') return operation === ALSO_AN_ID
  if (code === 'ST201') return REFUSALS.includes(status)
  return code === 'ST202' && errors.length > 0 && errors.every((error) => isSaidByRule(operation, error))
}

function isSaidByRule(operation: string, { property, message }: Finding['errors'][number]): boolean {
  // The kind and the field of a rule decide what its other members may be.
  if (/^rules\[\d+\]/.test(property)) return true
  if (operation === EITHER && message === 'Add this field.') return ['kind', 'value'].includes(property)
  return RULES.some((rule) => rule.test(message))
}

/** Runs Schemathesis for as long as it may. @returns what it found, each kind once for each operation and error */
async function findings(token: string, paths: readonly string[]): Promise<readonly Finding[]> {
  const report = join(folder, `${Math.random()}.ndjson`)
  const options = ['--checks', 'all', '--phases', 'examples,coverage,fuzzing', '--max-time', `${SECONDS_EACH}`]
  const run = ['--seed', '1', '--no-shrink', '--continue-on-failure', '--report-ndjson-path', report]
  const header = ['-H', `Authorization: Bearer ${token}`]
  const child = spawn(SCHEMATHESIS, ['run', `${app.baseUrl}/openapi.json`, ...header, ...paths, ...options, ...run], {
    cwd: folder,
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const lines = (await readFile(report, 'utf8')).trim().split('\n')
  return lines.flatMap((line) => failuresIn(JSON.parse(line).ScenarioFinished?.recorder))
}

interface Recorder {
  readonly label: string
  readonly checks: Readonly<Record<string, readonly Check[]>>
  readonly interactions: Readonly<Record<string, { response: { status_code: number; content: { $base64: string } } }>>
}

interface Check {
  readonly status: string
  readonly failure_info?: { readonly failure: { readonly code: string; readonly operation: string } }
}

function failuresIn(recorder: Recorder | undefined): Finding[] {
  return Object.entries(recorder?.checks ?? {}).flatMap(([id, checks]) =>
    checks.flatMap(({ failure_info: info }) => {
      if (!info) return []
      const { status_code: status, content } = recorder!.interactions[id]!.response
      const { code, operation } = info.failure
      return [{ code, operation, status, errors: errorsIn(Buffer.from(content.$base64, 'base64').toString()) }]
    }),
  )
}

function errorsIn(body: string): Finding['errors'] {
  try {
    return JSON.parse(body).errors ?? []
  } catch {
    return []
  }
}

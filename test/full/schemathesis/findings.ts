import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const SETTINGS = join(import.meta.dirname, 'settings.toml')

/** Client credentials, for a new token every few minutes. */
export interface Access {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Runs Schemathesis against a gateway.
 * @param folder takes what it writes
 * @returns how it ended, and a line for each error of an answer that it objects to, such as
 * `Schema-valid request rejected: POST /api/payment-links 422 max_payments: Send an integer or null. [1.0]`
 */
export async function findings(baseUrl: string, access: Access, paths: readonly string[], folder: string) {
  const report = join(folder, 'report.ndjson')
  const options = ['--checks', 'all', '--phases', 'examples,coverage,fuzzing', '--report-ndjson-path', report]
  const run = ['--config-file', SETTINGS, 'run', `${baseUrl}/openapi.json`, ...paths, ...options]
  const env = {
    ...process.env,
    // Python's order of a set depends on this seed.
    PYTHONHASHSEED: '0',
    PYTHONPATH: import.meta.dirname,
    SCHEMATHESIS_HOOKS: 'bearer',
    TOKEN_URL: `${baseUrl}/realms/uat/protocol/openid-connect/token`,
    CLIENT: `${access.clientId}:${access.clientSecret}`,
  }
  await once(spawn('schemathesis', run, { cwd: folder, stdio: 'ignore', env }), 'exit')
  const lines = (await readFile(report, 'utf8')).trim().split('\n')
  return [...new Set(lines.map((line) => JSON.parse(line)).flatMap(linesOf))]
}

interface Event {
  readonly ScenarioFinished?: { readonly recorder: Recorder }
  readonly NonFatalError?: unknown
  readonly FatalError?: unknown
  readonly EngineFinished?: { readonly stop_reason: string }
}

function linesOf(event: Event): readonly string[] {
  const { ScenarioFinished: scenario, NonFatalError: error, FatalError: fatal = error, EngineFinished: end } = event
  if (fatal) return [`Error: ${JSON.stringify(fatal)}`]
  if (end) return [`Ended: ${end.stop_reason}`]
  return scenario ? failureLines(scenario.recorder) : []
}

interface Content {
  readonly $base64: string
}

interface Recorder {
  readonly checks?: Readonly<Record<string, readonly Check[]>>
  readonly interactions?: Readonly<Record<string, Interaction>>
}

interface Check {
  readonly failure_info?: { readonly failure: { readonly title: string } }
}

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body: Content | null }
  readonly response: { readonly status_code: number; readonly content: Content | null }
}

function failureLines({ checks = {}, interactions = {} }: Recorder): readonly string[] {
  return Object.entries(checks).flatMap(([id, made]) =>
    made.flatMap(({ failure_info: info }) => (info ? errorLines(info.failure.title, interactions[id]!) : [])),
  )
}

function errorLines(title: string, { request, response }: Interaction): readonly string[] {
  const { pathname, search } = new URL(request.uri)
  const start = `${title}: ${request.method} ${pathname}${search} ${response.status_code}`
  const errors = errorsIn(textOf(response.content))
  if (errors.length === 0) return [start]
  const sent = textOf(request.body)
  return errors.map(({ property, message }) => `${start} ${property}: ${message}${oddNumberAt(sent, property)}`)
}

function textOf(content: Content | null): string {
  return Buffer.from(content?.$base64 ?? '', 'base64').toString()
}

function errorsIn(body: string): readonly { readonly property: string; readonly message: string }[] {
  try {
    return JSON.parse(body).errors ?? []
  } catch {
    return []
  }
}

/** Spelling of the number that a body has for a field, such as ` [1.0]`; nothing if it has digits only. */
function oddNumberAt(body: string, property: string): string {
  const field = RegExp.escape(JSON.stringify(property.split('.').at(-1)))
  const [, number = ''] = new RegExp(`${field}: (-?\\d[\\d.eE+-]*)`).exec(body) ?? []
  return /[.e]/i.test(number) ? ` [${number}]` : ''
}

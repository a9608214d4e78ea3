import { variablesOf } from './read-setting.ts'
import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'

const HEADING = `# All settings of Tollgate with their defaults. Copy this file to .env and uncomment what you change;
# environment variables override it. NAME_FILE is the path of a file with the value instead, and
# NAME_COMMAND a program that prints it.
`

/** Titles of sections, by their first setting. */
const SECTIONS: Readonly<Record<string, string>> = {
  REALM: 'Mode and addresses',
  AUTH_URL: 'Identity provider',
  DATA_DIR: 'Data and keys',
  WORKERS: 'Processes and log',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Traces',
  RATE_LIMIT_PER_SECOND: 'Callers and webhooks',
  SMTP_URL: 'Mail',
  SESSION_TTL_SECONDS: 'Payments',
  PROVIDER_RECORD_DAYS: 'Retention',
  DASHBOARD: 'Dashboard',
  PROVIDER_SANDBOXES: 'Providers and wallets',
  THREE_DS_SERVER: '3-D Secure',
}
const WIDTH = 100

/** Text of `.env.example`: every setting with its reason and default, in sections. */
export function exampleFile(): string {
  return [HEADING, ...Object.values<Setting<unknown>>(SETTINGS).map(entry)].join('\n')
}

function entry(setting: Setting<unknown>): string {
  const { name, fallback, otherwise, why } = setting
  const title = SECTIONS[name] === undefined ? '' : `# --- ${SECTIONS[name]} ---\n\n`
  const without = otherwise === undefined ? '' : ` Default: ${otherwise}.`
  const lines = variablesOf(setting).map((variable) => `# ${variable}=${fallback ?? ''}\n`)
  return `${title}${commentLines(why + without)}\n${lines.join('')}`
}

function commentLines(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push('#')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines.join('\n')
}

import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'

const HEADING = `# All settings of Tollgate with their defaults. Copy this file to .env and uncomment what you change;
# environment variables override it.
`

/** The text of `.env.example`: every setting with its reason and default. */
export function exampleFile(): string {
  return [HEADING, ...Object.values<Setting<unknown>>(SETTINGS).map(entry)].join('\n')
}

function entry({ name, fallback, otherwise, why }: Setting<unknown>): string {
  const without = otherwise === undefined ? '' : ` Default: ${otherwise}.`
  return `# ${why}${without}\n# ${name}=${fallback ?? ''}\n`
}

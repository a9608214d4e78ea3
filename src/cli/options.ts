import { flag, integer, text } from '#app/config/kinds.ts'
import type { Option } from './command.ts'

// Options that several nouns share.

/** Paging of every list (docs/reference/requests.md#lists). */
export const PAGING: readonly Option[] = [
  { flags: '--limit <number>', field: 'limit', kind: integer(1, 100), why: 'how many, 20 if not said' },
  { flags: '--cursor <cursor>', field: 'cursor', kind: text, why: 'go on where the page before ended' },
]

/** The period of lists that can be long. */
export const PERIOD: readonly Option[] = [
  { flags: '--from <time>', field: 'created_from', kind: text, why: 'from this moment on: 2026-11-01T00:00:00Z' },
  { flags: '--to <time>', field: 'created_to', kind: text, why: 'before this moment' },
]

export const MERCHANT: Option = {
  flags: '--merchant <merchant_id>',
  field: 'merchant_id',
  kind: text,
  why: 'whose; the demo merchant if not said, where there is one',
}

export const NAME: Option = { flags: '--name <name>', field: 'name', kind: text, why: 'what people call it' }

export const STATUS: Option = {
  flags: '--status <status>',
  field: 'status',
  kind: text,
  why: 'ACTIVE or INACTIVE; holds for every request from the answer on',
}

export function required(option: Option): Option {
  return { ...option, isRequired: true }
}

/** An option that is switched `on` or `off`. */
export function toggle(name: string, field: string, why: string): Option {
  return { flags: `--${name} <on|off>`, field, kind: flag, why }
}

import { flag, integer, text } from '#app/config/kinds.ts'
import type { Option } from './command.ts'

// Options that several nouns share.

/** Paging of every list (docs/reference/requests.md#lists). */
export const PAGING: readonly Option[] = [
  { flags: '--limit <number>', field: 'limit', kind: integer(1, 100), description: 'page size (default 20)' },
  { flags: '--cursor <cursor>', field: 'cursor', kind: text, description: 'cursor from the previous page' },
]

/** The period of lists that can be long. */
export const PERIOD: readonly Option[] = [
  {
    flags: '--from <time>',
    field: 'created_from',
    kind: text,
    description: 'at or after this time, for example 2026-11-01T00:00:00Z',
  },
  { flags: '--to <time>', field: 'created_to', kind: text, description: 'before this time' },
]

export const MERCHANT: Option = {
  flags: '--merchant <merchant_id>',
  field: 'merchant_id',
  kind: text,
  description: 'merchant ID (default: the demo merchant)',
}

export const NAME: Option = { flags: '--name <name>', field: 'name', kind: text, description: 'display name' }

export const STATUS: Option = {
  flags: '--status <status>',
  field: 'status',
  kind: text,
  description: 'ACTIVE or INACTIVE; applies to new requests',
}

export function required(option: Option): Option {
  return { ...option, isRequired: true }
}

export function toggle(name: string, field: string, why: string): Option {
  return { flags: `--${name} <on|off>`, field, kind: flag, description: why }
}

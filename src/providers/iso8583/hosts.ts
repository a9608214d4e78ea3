import type { Brand } from '#providers/port/tools.ts'
import { changed, type FieldTable, ISO_1987 } from './codec/field-table.ts'
import type { MacAlgorithm } from './codec/mac.ts'
import type { Fields } from './codec/message.ts'
import { type CardProof, mastercardPart, visaPart } from './translate/authentication.ts'

/** Differences between acquirers' hosts. */
export interface Host {
  readonly table: FieldTable
  /** Elements for 3-D Secure, the security code and agreements, by network; none for the others. */
  readonly authentication: { readonly [Network in Brand]?: (proof: CardProof) => Fields }
  /** Data elements 22 and 25: entered on a page, electronic commerce. */
  readonly entryMode: string
  /** Data element 22 of a charge by agreement: credential on file. */
  readonly onFileMode: string
  readonly condition: string
  /** Of the code in data element 64 or 128; absent if messages have none. */
  readonly mac?: MacAlgorithm
}

const NETWORKS = { visa: visaPart, mastercard: mastercardPart, maestro: mastercardPart }
const PLAIN = { table: ISO_1987, authentication: NETWORKS, entryMode: '812', onFileMode: '102', condition: '59' }

/** Hosts by their name in `field_table` of accounts. To add one, add a row. */
export const HOSTS = {
  'iso-1987': PLAIN,
  // Private data of at most 255 characters, and in element 60 of 60.
  'iso-1987-short': {
    ...PLAIN,
    table: changed(ISO_1987, { 48: 'ans ...255', 60: 'ans ...060', 126: 'ans ...255' }),
  },
  'iso-1987-x9.19': { ...PLAIN, mac: 'x9.19' },
  'iso-1987-cmac': { ...PLAIN, mac: 'aes-cmac' },
} as const satisfies Record<string, Host>

export type HostName = keyof typeof HOSTS

export function hostOf(name: HostName): Host {
  return HOSTS[name]
}

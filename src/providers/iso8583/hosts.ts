import type { Brand } from '#domain/card.ts'
import { changed, type FieldTable, ISO_1987 } from './codec/field-table.ts'
import type { Fields } from './codec/message.ts'
import { type CardProof, mastercardPart, visaPart } from './translate-authentication.ts'

/** What differs between acquirers' hosts. */
export interface Host {
  readonly table: FieldTable
  /** Where 3-D Secure and the security code go, by network; nothing for the others. */
  readonly authentication: { readonly [Network in Brand]?: (proof: CardProof) => Fields }
  /** Data element 22 and 25: typed into a page, by electronic commerce. */
  readonly entryMode: string
  readonly condition: string
}

/** Hosts by the name that accounts have for them in `field_table`. A further one is a row here. */
export const HOSTS = {
  'iso-1987': {
    table: ISO_1987,
    authentication: { visa: visaPart, mastercard: mastercardPart, maestro: mastercardPart },
    entryMode: '812',
    condition: '59',
  },
  // Private data of at most 255 characters, and in element 60 of 60.
  'iso-1987-short': {
    table: changed(ISO_1987, { 48: 'ans ...255', 60: 'ans ...060', 126: 'ans ...255' }),
    authentication: { visa: visaPart, mastercard: mastercardPart, maestro: mastercardPart },
    entryMode: '812',
    condition: '59',
  },
} as const satisfies Record<string, Host>

export type HostName = keyof typeof HOSTS

import { Type } from 'typebox'
import { LIST_KINDS, LISTS, type ListEntry, type ListKind } from '#domain/list-entry.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import { FreeText, Instant, InstantOf, type InstantText, NullableString, nullable, Paging } from './types.ts'
import { listOf, wire } from './wire.ts'

const Kind = Type.Enum([...LIST_KINDS])

export const Kinds = Type.Array(Kind, { minItems: 1, maxItems: LIST_KINDS.length })

const Value = Type.String({ minLength: 1, maxLength: 255 })

const terms = {
  reason: Type.Optional(nullable(FreeText({ maxLength: 255, empty: 'none' }))),
  expires_at: Type.Optional(
    nullable(Type.Unsafe<InstantText>({ ...InstantOf({ description: 'Null for never.' }), empty: 'none' })),
  ),
}

/** A new entry by its value, or new entries by a payment (docs/reference/lists.md#add-an-entry). */
export const ListEntryBody = Type.Object({
  kind: Type.Optional(Kind),
  value: Type.Optional(Value),
  transaction_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Adds who made this payment, instead of a value.' }),
  ),
  kinds: Type.Optional(Kinds),
  ...terms,
})

export const ListLineSchema = Type.Object({ kind: Kind, value: Value, ...terms })

/** Entry for a caller; without `seesCustomers`, values of customers are null. */
type SeenEntry = ListEntry & { readonly seesCustomers: boolean }

export const ListEntryRecord = wire('List entry', {
  id: Type.String(),
  list: Type.Enum([...LISTS]),
  kind: Kind,
  value: nullable(Type.String({ description: 'Masked for emails, customer IDs and addresses.' })),
  reason: NullableString,
  expires_at: nullable(Instant),
  created_by: Type.String({ description: 'ID of the client or the person.' }),
  hits: Type.Integer({ description: 'Payments that it decided.' }),
  created_at: Instant,
}).from<SeenEntry>({
  value: ({ kind, value, seesCustomers }) => (seesCustomers || !isAboutPerson({ field: kind }) ? value : null),
})

export const AddedPayer = wire('Listed payer', {
  items: listOf(ListEntryRecord),
  skipped: Type.Array(Kind, { description: 'Kinds that the payment does not have.' }),
}).from<{ readonly items: readonly SeenEntry[]; readonly skipped: readonly ListKind[] }>({})

export const ListImport = Type.Object(
  {
    taken: Type.Integer({ description: 'Entries that were added or changed.' }),
    errors: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
  },
  { title: 'List import' },
)

export const ListParams = Type.Object({ list: Type.String({ description: '`block` or `allow`.' }) })

export const ListEntryParams = Type.Object({ ...ListParams.properties, id: Type.String({ description: 'Entry ID.' }) })

export const ListEntriesQuery = Type.Object({
  kind: Type.Optional(Kind),
  value: Type.Optional(Type.String({ ...Value, description: 'Entries with this value, of `kind` or of any.' })),
  ...Paging,
})

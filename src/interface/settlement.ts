import { Type } from 'typebox'
import { exactInteger } from '#domain/exact-json.ts'
import {
  type JudgedRow,
  type MissingRecord,
  SETTLEMENT_OUTCOMES,
  SETTLEMENT_STATUSES,
  type SettlementBatch,
  type SettlementFile,
} from '#domain/settlement-file.ts'
import { FreeText, Instant, InstantOf, Int64, NullableInt64, NullableString, NullableTime, Paging } from './types.ts'
import { listOf, wire } from './wire.ts'

const Status = Type.Enum([...SETTLEMENT_STATUSES])
const Outcome = Type.Enum([...SETTLEMENT_OUTCOMES])

const Batch = wire('Settlement batch', {
  batch: Type.String(),
  currency: Type.String(),
  gross: Int64({ description: 'Minor units, without what was paid out.' }),
  fees: Int64({ description: 'Kept by the provider.' }),
  net: Int64({ description: '`gross` less `fees`.' }),
  paid_out: NullableInt64,
  balanced: Type.Boolean({ description: 'False: it posts nothing until it is accepted.' }),
  accepted_at: Type.Optional(InstantOf({ description: 'Of a batch that does not balance.' })),
}).from<SettlementBatch>({ accepted_at: ({ acceptedAt }) => acceptedAt?.toISOString() })

/** Imported settlement file (docs/operate/settlement-files.md). */
export const SettlementRecord = wire('Settlement', {
  id: Type.String(),
  provider_account_id: Type.String(),
  status: Status,
  format: Type.String({ description: '`generic`, or the provider that defines it.' }),
  rows: Type.Integer(),
  agreed: Type.Integer(),
  different: Type.Integer(),
  theirs_only: Type.Integer(),
  duplicate: Type.Integer(),
  rejected: Type.Integer(),
  batches: listOf(Batch, { description: 'In the order of the file, by currency.' }),
  created_at: Instant,
  reverted_at: NullableTime,
}).from<SettlementFile>({ status: () => 'DONE' })

export const SettlementAccepted = Type.Object(
  { id: Type.String(), status: Status },
  { title: 'Settlement accepted', description: '200: the account has a settlement of the same bytes.' },
)

const Money = Type.Object({
  type: Type.String({ description: 'Type of a row: of a returned refund or a voided purchase REFUND.' }),
  amount: Int64({ description: 'Minor units, signed as it moves the balance at the provider.' }),
  currency: Type.String(),
})

export const SettlementRowRecord = wire('Settlement row', {
  line: Type.Integer(),
  outcome: Outcome,
  transaction_id: NullableString,
  expected: Type.Union([Money, Type.Null()], { description: 'Of the record; null without one.' }),
  found: Type.Union([Money, Type.Null()], { description: 'Of the row; null if it cannot be read.' }),
  reason: NullableString,
  batch: NullableString,
  reference: NullableString,
  provider_reference: NullableString,
  settled_at: NullableTime,
}).from<JudgedRow>({
  expected: (row) => moneyOf(row.expectedType, row.expectedAmount, row.expectedCurrency),
  found: ({ type, amount, amountCurrency }) => moneyOf(type, amount, amountCurrency),
})

function moneyOf(type: string | null, amount: bigint | null, currency: string | null) {
  return (type && { type, amount: exactInteger(amount!), currency: currency! }) || null
}

export const MissingRecordView = wire('Missing record', {
  transaction_id: Type.String(),
  merchant_id: Type.String(),
  transaction_type: Type.String(),
  reference: Type.String(),
  amount: Int64({ description: 'Minor units.' }),
  currency: Type.String(),
  approved_at: Instant,
}).from<MissingRecord>({ transaction_id: 'id', approved_at: 'finishedAt' })

const ProviderAccountId = Type.String({ minLength: 1, description: 'ID of a provider account.' })

export const SettlementListQuery = Type.Object({
  provider_account_id: Type.Optional(ProviderAccountId),
  status: Type.Optional(Status),
  ...Paging,
})

export const SettlementRowsQuery = Type.Object({ outcome: Type.Optional(Outcome), ...Paging })

export const MissingQuery = Type.Object({
  provider_account_id: ProviderAccountId,
  older_than_days: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 3660, default: 3, description: 'Days since the approval.' }),
  ),
  ...Paging,
})

export const SettlementFileQuery = Type.Object({
  format: Type.Optional(Type.Enum(['generic'], { description: "Default: the format of the account's provider." })),
})

export const SettlementIdParams = Type.Object({ id: Type.String({ description: 'Settlement ID.' }) })

const Reason = FreeText({ minLength: 1, maxLength: 255, description: 'Kept in the audit log.' })

export const SettlementAcceptBody = Type.Object({
  batch: Type.String({ minLength: 1, maxLength: 255 }),
  reason: Reason,
})

export const SettlementRevertBody = Type.Object({ reason: Type.Optional(Reason) })

export const SETTLEMENT_FAULTS = [
  'missing',
  'extra',
  'amount',
  'currency',
  'duplicate',
  'garbled',
  'unbalanced',
] as const
export type SettlementFault = (typeof SETTLEMENT_FAULTS)[number]

export const SimulatedFileQuery = Type.Object({
  provider_account_id: ProviderAccountId,
  date: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-31'] }),
  fault: Type.Optional(Type.Enum([...SETTLEMENT_FAULTS], { description: 'An error to put into the file.' })),
})

export const SettlementCsv = Type.String({
  examples: ['batch,type,reference,provider_reference,currency,gross,fee,net,settled_at\r\n'],
})

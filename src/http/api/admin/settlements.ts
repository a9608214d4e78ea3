import { importSettlement } from '#flows/settlements/import-settlement.ts'
import {
  acceptSettlementBatch,
  readMissing,
  readSettlementRows,
  readSettlements,
  revertSettlement,
  showSettlement,
} from '#flows/settlements/index.ts'
import { writeSimulatedFile } from '#flows/settlements/simulated-file.ts'
import { ProviderAccountParams } from '#interface/provider-account.ts'
import {
  MissingQuery,
  MissingRecordView,
  SettlementAcceptBody,
  SettlementAccepted,
  SettlementCsv,
  SettlementFileQuery,
  SettlementIdParams,
  SettlementListQuery,
  SettlementRecord,
  SettlementRevertBody,
  SettlementRowRecord,
  SettlementRowsQuery,
  SimulatedFileQuery,
} from '#interface/settlement.ts'
import { answer, get, post } from '../../route.ts'
import { filterOf, limitOf, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: settlement files' } as const

export const importSettlementRoute = post('/admin/provider-accounts/:id/settlements', {
  ...ADMIN,
  operation: 'adminImportSettlement',
  summary: 'Import a settlement file of a provider account',
  description:
    'Send the file as `text/csv` or JSON, at most 64 MiB and 500,000 rows. It is imported as a whole or not at all.',
  takes: 'stream',
  params: ProviderAccountParams,
  query: SettlementFileQuery,
  body: SettlementCsv,
  answers: { 200: SettlementAccepted, 202: SettlementAccepted },
  handle: async (gateway, { actor, params, query, stream }) => {
    const upload = { providerAccountId: params.id, format: query.format, file: stream }
    const { id, isNew } = await importSettlement(gateway, actor, upload)
    return answer({ id, status: 'DONE' }, isNew ? 202 : 200)
  },
})

export const listSettlementsRoute = get('/admin/settlements', {
  ...ADMIN,
  operation: 'adminListSettlements',
  summary: 'List imported settlement files, newest first',
  query: SettlementListQuery,
  lists: SettlementRecord,
  handle: (gateway, { query }) => readSettlements(gateway, filterOf(SettlementListQuery, query), limitOf(query)),
})

export const listMissingRoute = get('/admin/settlements/missing', {
  ...ADMIN,
  operation: 'adminListMissingRecords',
  summary: 'List records that moved money and are in no settlement file, newest first',
  description: 'A page may be short before the last one; continue while there is a `next_cursor`.',
  query: MissingQuery,
  namesInBody: true,
  lists: MissingRecordView,
  handle: (gateway, { query }) => {
    const { provider_account_id: id, older_than_days: days = 3 } = query
    return readMissing(gateway, id, days, positionOf(query), limitOf(query))
  },
})

export const showSettlementRoute = get('/admin/settlements/:id', {
  ...ADMIN,
  operation: 'adminShowSettlement',
  summary: 'Show an imported settlement file',
  params: SettlementIdParams,
  shows: SettlementRecord,
  handle: (gateway, { params }) => showSettlement(gateway, params.id),
})

export const listSettlementRowsRoute = get('/admin/settlements/:id/rows', {
  ...ADMIN,
  operation: 'adminListSettlementRows',
  summary: 'List the rows of a settlement file with their outcomes',
  params: SettlementIdParams,
  query: SettlementRowsQuery,
  lists: SettlementRowRecord,
  handle: (gateway, { params, query }) =>
    readSettlementRows(gateway, params.id, filterOf(SettlementRowsQuery, query), limitOf(query)),
})

export const acceptSettlementRoute = post('/admin/settlements/:id/accept', {
  ...ADMIN,
  operation: 'adminAcceptSettlementBatch',
  summary: 'Post a batch that does not balance',
  params: SettlementIdParams,
  body: SettlementAcceptBody,
  shows: SettlementRecord,
  handle: (gateway, { actor, params, body: { batch, reason } }) =>
    acceptSettlementBatch(gateway, { actor, id: params.id, reason }, batch),
})

export const revertSettlementRoute = post('/admin/settlements/:id/revert', {
  ...ADMIN,
  operation: 'adminRevertSettlement',
  summary: 'Undo the import of a settlement file by opposite entries',
  params: SettlementIdParams,
  body: SettlementRevertBody,
  bodyIsOptional: true,
  shows: SettlementRecord,
  handle: (gateway, { actor, params, body: { reason } }) => revertSettlement(gateway, { actor, id: params.id, reason }),
})

export const simulatedFileRoute = get('/admin/simulators/settlement-file', {
  ...ADMIN,
  operation: 'adminWriteSimulatedSettlementFile',
  summary: 'Download the settlement file of a simulated provider account',
  description: "The money of a UTC day in the simulator's own ledger, with a payout for each currency.",
  query: SimulatedFileQuery,
  namesInBody: true,
  answers: { 200: SettlementCsv },
  gives: 'text/csv',
  uatOnly: true,
  handle: async (gateway, { query: { provider_account_id: id, date, fault } }) => {
    const text = await writeSimulatedFile(gateway, id, date, fault)
    return { status: 200, text, contentType: 'text/csv; charset=utf-8; header=present' }
  },
})

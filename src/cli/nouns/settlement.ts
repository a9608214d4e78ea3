import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from '#app/config/kinds.ts'
import { findAccess } from '../access.ts'
import { Failure, type Input } from '../command.ts'
import { noun, op } from '../op.ts'

const ACCOUNT = { provider_account_id: { description: 'ID of the provider account' } }

/** docs/operate/settlement-files.md */
export const settlement = noun('settlement', "Providers' settlement files, compared with the records", {
  import: {
    summary: 'Import a settlement file of a provider account',
    args: ['provider_account_id', 'file'],
    options: [
      {
        flags: '--format <format>',
        field: 'format',
        kind: text,
        description: "generic (default: the format of the account's provider)",
      },
    ],
    run: importFile,
    examples: ['settlement import <provider_account_id> report.csv'],
  },
  list: op('adminListSettlements', {
    flags: ACCOUNT,
    columns: ['id', 'created_at', 'provider_account_id', 'rows', 'agreed', 'different', 'theirs_only', 'reverted_at'],
    examples: ['settlement list --account <provider_account_id>'],
  }),
  show: op('adminShowSettlement', { summary: 'Show a settlement file with its batches' }),
  rows: op('adminListSettlementRows', {
    summary: 'List the rows of a settlement file with their outcomes',
    columns: ['line', 'outcome', 'transaction_id', 'expected', 'found', 'reason'],
    examples: ['settlement rows <settlement_id> --outcome DIFFERENT'],
  }),
  missing: op('adminListMissingRecords', {
    summary: 'List records that moved money and are in no settlement file',
    flags: ACCOUNT,
    columns: ['transaction_id', 'approved_at', 'transaction_type', 'amount', 'currency', 'reference'],
    examples: ['settlement missing --account <provider_account_id> --older-than-days 7'],
  }),
  accept: op('adminAcceptSettlementBatch', {
    summary: 'Post a batch that does not balance; you cannot undo it without the file',
    examples: ['settlement accept <settlement_id> --batch b1 --reason "Bank fee"'],
  }),
  revert: op('adminRevertSettlement', { summary: 'Undo the import of a settlement file' }),
})

/** Sends the file as it is read. @throws Failure if it cannot be read */
async function importFile({ provider_account_id: account, file, format }: Input): Promise<unknown> {
  const path = String(file)
  await access(path, constants.R_OK).catch(() => {
    throw new Failure(`Cannot read the file ${path}.`)
  })
  const connection = await findAccess().connect('operator')
  const type = extname(path).toLowerCase() === '.json' ? 'application/json' : 'text/csv'
  const query = format === undefined ? '' : `?format=${encodeURIComponent(String(format))}`
  const { id } = await connection.upload<{ readonly id: string }>(
    `/admin/provider-accounts/${encodeURIComponent(String(account))}/settlements${query}`,
    type,
    Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  )
  return connection.call('GET', `/admin/settlements/${id}`)
}

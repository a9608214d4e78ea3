import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { invalid, problem, RequestError } from '#domain/problem.ts'
import type { SettlementFile } from '#domain/settlement-file.ts'
import {
  SettlementFileError,
  type SettlementReader,
  type SettlementRow,
  type UnreadableRow,
} from '#domain/settlement-row.ts'
import { readGenericSettlement } from '#providers/generic-settlement.ts'
import type { Sql } from '#store/connection/database.ts'
import { postBatches } from '#store/settlements/bank-entries.ts'
import { insertSettlementRows } from '#store/settlements/settlement-rows.ts'
import {
  findSettlement,
  findSettlementByDigest,
  insertBatches,
  insertSettlement,
  lockSettlements,
} from '#store/settlements/settlements.ts'
import { showProviderAccount } from '../admin/provider-accounts.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'

export const GENERIC = 'generic'

export interface SettlementUpload {
  readonly providerAccountId: string
  /** Default: the format of the account's provider. */
  readonly format: typeof GENERIC | undefined
  readonly file: AsyncIterable<Uint8Array>
}

/** In one process; each has a connection of its own. */
const MOST_UPLOADS = 3
const MOST_BYTES = 64 * 1024 * 1024
const MOST_ROWS = 500_000
const MOST_BATCHES = 1000
const PAGE_ROWS = 1000
/** Pause after a page, as a share of its time, so that payments keep their pace. */
const PAUSE = 0.7

let uploads = 0

/** Rolls back an upload whose bytes are known. */
class KnownFile extends Error {
  readonly id: string

  constructor(id: string) {
    super('The account has this file.')
    this.id = id
  }
}

/**
 * Imports a file in one SQL transaction, as it arrives (docs/operate/settlement-files.md).
 * @throws RequestError 404 for an unknown account, 413, 422 for a file that is refused whole, 503 if too many arrive
 */
export async function importSettlement(
  gateway: Gateway,
  actor: Actor,
  upload: SettlementUpload,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const account = await showProviderAccount(gateway, upload.providerAccountId)
  if (uploads >= MOST_UPLOADS) throw new RequestError('unavailable', [problem('', BUSY)], 30)
  uploads += 1
  try {
    const { id } = await gateway.alone('settlement file', (sql) =>
      importAlone({ ...gateway, sql }, actor, account, upload),
    )
    return { id, isNew: true }
  } catch (error) {
    if (error instanceof KnownFile) return { id: error.id, isNew: false }
    throw error instanceof SettlementFileError ? invalid('', error.message) : error
  } finally {
    uploads -= 1
  }
}

const BUSY = 'Other settlement files are being imported; try again.'

async function importAlone(gateway: Gateway, actor: Actor, account: ProviderAccount, upload: SettlementUpload) {
  const { providerAccountId, merchantId } = account
  const reader = upload.format ? undefined : gateway.providers.get(account.provider)?.readSettlement
  const id = newId('stl')
  const about = { id, providerAccountId, format: reader ? account.provider : GENERIC }
  const deed = { actor, action: 'settlement.imported' as const, merchantId: null, subject: id, changes: { ...about } }
  const file = await withAuditEntry(gateway, deed, async (tx) => {
    await lockSettlements(tx, providerAccountId)
    const importing = { settlementId: id, merchantId, providerAccountId, hasExactTypes: !reader }
    const digest = await insertRows(upload.file, reader ?? readGenericSettlement, (rows) =>
      insertSettlementRows(tx, importing, rows),
    )
    return complete(tx, { ...about, merchantId, digest })
  })
  gateway.observer.settlementImported(file)
  return file
}

async function complete(tx: Sql, file: Parameters<typeof insertSettlement>[1]): Promise<SettlementFile> {
  const { id, merchantId, providerAccountId, digest } = file
  if (!(await insertSettlement(tx, file))) {
    throw new KnownFile(await findSettlementByDigest(tx, providerAccountId, digest))
  }
  if ((await insertBatches(tx, id, merchantId)) > MOST_BATCHES) throw tooMany(MOST_BATCHES, 'batches')
  await postBatches(tx, id)
  return (await findSettlement(tx, id))!
}

/** @returns SHA-256 of the file */
async function insertRows(
  file: AsyncIterable<Uint8Array>,
  read: SettlementReader,
  insert: (rows: readonly (SettlementRow | UnreadableRow)[]) => Promise<void>,
): Promise<Uint8Array> {
  const hash = createHash('sha256')
  const flush = async (rows: readonly (SettlementRow | UnreadableRow)[]) => {
    const began = performance.now()
    await insert(rows)
    await sleep(PAUSE * (performance.now() - began))
  }
  let page: (SettlementRow | UnreadableRow)[] = []
  let count = 0
  for await (const row of read(measured(file, hash))) {
    count += 1
    if (count > MOST_ROWS) throw tooMany(MOST_ROWS, 'rows')
    page.push(row)
    if (page.length < PAGE_ROWS) continue
    await flush(page)
    page = []
  }
  if (page.length > 0) await flush(page)
  return hash.digest()
}

async function* measured(file: AsyncIterable<Uint8Array>, hash: { update(chunk: Uint8Array): unknown }) {
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size > MOST_BYTES) throw new RequestError('too-large', [problem('', TOO_LARGE, String(MOST_BYTES))])
    hash.update(chunk)
    yield chunk
  }
}

const TOO_LARGE = 'The file is too large; send at most 64 MiB, such as one day.'

function tooMany(most: number, what: string): SettlementFileError {
  return new SettlementFileError(`The file has more than ${most} ${what}; send a shorter period.`)
}

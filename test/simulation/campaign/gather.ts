import type { Sql } from '#store/connection/database.ts'
import type { Admin } from './admin.ts'
import { readBooks } from './connectors/books.ts'
import type { Sandboxes } from './connectors/sandboxes.ts'
import type { Evidence } from './evidence.ts'
import type { Merchant } from './merchants.ts'
import type { Receiver } from './receiver.ts'
import { readSeveralLedgers } from './simulator-ledgers.ts'

/** Witnesses besides the database. */
interface Witnesses {
  readonly sandboxes: Sandboxes
  readonly admin: Admin
  readonly receiver: Receiver
}

/** Reads all that the auditor is given, of all merchants as if they were one. */
export async function gather(
  sql: Sql,
  merchants: readonly Merchant[],
  { sandboxes, admin, receiver }: Witnesses,
): Promise<Evidence> {
  const ids = merchants.map(({ shop }) => shop.merchantId)
  const ledgers = await readSeveralLedgers(sql, ids, receiver.url)
  const { discrepancies } = await admin('GET', '/admin/ledger/verify')
  const { post } = sandboxes
  return {
    ...ledgers,
    charges: [...ledgers.charges, ...readBooks(sandboxes, ledgers)],
    journal: {
      operations: merchants.flatMap(({ client }) => client.journal.operations),
      exchanges: merchants.flatMap(({ client }) => client.journal.exchanges),
    },
    received: receiver.journal,
    ledgerProblems: discrepancies.map((each: object) => JSON.stringify(each)),
    connectors: {
      complaints: sandboxes.complaints(),
      forgedAnswers: post.forgedAnswers,
      delivered: post.delivered,
    },
  }
}

import type { Sql } from '#store/connection/database.ts'
import type { Admin } from './admin.ts'
import { readBooks } from './connectors/books.ts'
import type { Sandboxes } from './connectors/sandboxes.ts'
import type { Evidence } from './evidence.ts'
import type { Merchant } from './merchants.ts'
import type { Receiver } from './receiver.ts'
import { combineLedgers, readSeveralLedgers } from './simulator-ledgers.ts'

/** A gateway that has records of the merchants. */
interface Place {
  readonly sql: Sql
  readonly admin: Admin
}

/** Witnesses besides the databases. */
interface Witnesses {
  readonly sandboxes: Sandboxes
  readonly receiver: Receiver
}

/** Reads all that the auditor is given, of all merchants and places as if they were one. */
export async function gather(
  places: readonly Place[],
  merchants: readonly Merchant[],
  { sandboxes, receiver }: Witnesses,
): Promise<Evidence> {
  const ids = merchants.map(({ shop }) => shop.merchantId)
  const ledgers = combineLedgers(await Promise.all(places.map(({ sql }) => readSeveralLedgers(sql, ids, receiver.url))))
  const verified = await Promise.all(places.map(({ admin }) => admin('GET', '/admin/ledger/verify')))
  const { post } = sandboxes
  return {
    ...ledgers,
    charges: [...ledgers.charges, ...readBooks(sandboxes, ledgers)],
    journal: {
      operations: merchants.flatMap(({ client }) => client.journal.operations),
      exchanges: merchants.flatMap(({ client }) => client.journal.exchanges),
    },
    received: receiver.journal,
    ledgerProblems: verified.flatMap(({ discrepancies }) => discrepancies.map((each: object) => JSON.stringify(each))),
    connectors: {
      complaints: sandboxes.complaints(),
      forgedAnswers: post.forgedAnswers,
      delivered: post.delivered,
    },
  }
}

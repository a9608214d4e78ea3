import { openAcquirerStore } from '#store/iso8583/acquirer-store.ts'
import { newVault } from '#test/vault.ts'
import { acquirerCards, createSealedInbox } from '../../../src/flows/provider-calls/acquirer-cards.ts'
import type { Observe } from '../../../src/providers/iso8583/acquirer.ts'
import { createIso8583, type Iso8583 } from '../../../src/providers/iso8583/index.ts'
import type { Timings } from '../../../src/providers/iso8583/line/line.ts'
import type { Watch } from '../../../src/providers/iso8583/watch.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { openAcquirerLines } from '../../../src/store/iso8583/acquirer-lines.ts'

/** All connectors of a test are processes of one gateway. */
const vault = newVault()

const uncounted: Observe = (_account, _operation, ask) => ask()

const QUICK: Timings = { echoMs: 60_000, answerMs: 2000, leaseMs: 30_000, backOffMs: () => 30 }

const unwatched: Watch = { unwritten: () => undefined, unasked: () => undefined, givenUp: () => undefined }

/** The connector as one process of a gateway runs it, with its book in a database. */
export function connectorOn(
  sql: Database,
  timings: Partial<Timings> = {},
  observe: Observe = uncounted,
  watch: Partial<Watch> = {},
): Iso8583 {
  const book = openAcquirerStore(sql)
  const lineBook = openAcquirerLines(sql)
  const cards = acquirerCards(vault)
  const told = { observe, watch: { ...unwatched, ...watch }, reach: null }
  return createIso8583({ book, cards, lineBook, post: createSealedInbox(), ...told, timings: { ...QUICK, ...timings } })
}

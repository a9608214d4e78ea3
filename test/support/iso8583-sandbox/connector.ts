import { newVault } from '#test/vault.ts'
import { acquirerCards } from '../../../src/flows/provider-calls/acquirer-cards.ts'
import { createIso8583, type Iso8583 } from '../../../src/providers/iso8583/index.ts'
import type { Timings } from '../../../src/providers/iso8583/line/line.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { openAcquirerBook } from '../../../src/store/iso8583/acquirer-book.ts'

/** All connectors of a test are processes of one gateway. */
const vault = newVault()

const QUICK: Timings = { echoMs: 60_000, answerMs: 2000, backOffMs: () => 30 }

/** The connector as one process of a gateway runs it, with its book in a database. */
export function connectorOn(sql: Database, timings: Partial<Timings> = {}): Iso8583 {
  const book = openAcquirerBook(sql)
  return createIso8583({ book, cards: acquirerCards(vault), timings: { ...QUICK, ...timings } })
}

import type { Client, Request } from './client.ts'
import type { Answer } from './journal.ts'
import { sessionAt, statusOf } from './scenario-context.ts'

const READERS = 8

/** Reads every transaction and every session that the client knows of, once everything has ended. */
export async function readEverything(client: Client): Promise<void> {
  const reading = client.want({ name: 'final reads', kind: 'READ', reference: '', amount: 0 })
  const told = new Map(client.journal.exchanges.flatMap(({ answer }) => readingOf(answer)))
  const requests = told.values()
  const reader = async () => {
    for (const request of requests) await client.insist(reading, request, 1)
  }
  await Promise.all(Array.from({ length: READERS }, reader))
}

function readingOf(answer: Answer): [string, Request][] {
  if (answer.class === 'session') return [[answer.sessionId, sessionAt(answer.sessionId)]]
  const isTold = answer.class === 'yes' || answer.class === 'open'
  return isTold ? [[answer.transactionId, statusOf(answer.transactionId)]] : []
}

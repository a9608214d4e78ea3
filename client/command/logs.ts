import type { Connection } from '../connection.ts'
import { TollgateError } from '../error.ts'
import type { EventRecord } from '../event.ts'
import type { RequestRecord, TimelineItem } from '../schema.ts'
import type { List } from '../transaction.ts'
import { Failure } from './failure.ts'
import type { OutputLine } from './output-line.ts'
import { poll } from './polling.ts'

/** A request is in the log about a second after its answer. */
const ROUNDS_FOR_A_REQUEST = 10
/** The log is this far behind, so what is over is looked at as often again. */
const ROUNDS_AFTER_THE_END = 3
const MOST = 100

/**
 * Lists what is known of a request and its transaction, or of a transaction and its requests, in order of time; then
 * each new entry as it happens.
 * @throws Failure if there is no such request or transaction
 */
export async function* followLogs(connection: Connection, id: string): AsyncGenerator<OutputLine> {
  if (isTransaction(id)) return yield* followTransaction(connection, id)
  const request = await findRequest(connection, id)
  if (request.transaction_id === null) return yield saidOf(request)
  yield* followTransaction(connection, request.transaction_id)
}

const isTransaction = (id: string) => id.startsWith('trx_')

async function findRequest(connection: Connection, id: string): Promise<RequestRecord> {
  let rounds = 0
  for await (const { items } of poll(() => requestsOf(connection, { request_id: id }))) {
    rounds += 1
    if (items[0]) return items[0]
    if (rounds === ROUNDS_FOR_A_REQUEST) break
  }
  throw new Failure('No such request in the log. It contains the requests of the last 30 days with your credentials.')
}

async function* followTransaction(connection: Connection, id: string): AsyncGenerator<OutputLine> {
  const said = new Set<string>()
  let roundsAfterTheEnd = 0
  for await (const { happened, isOver } of poll(() => readAll(connection, id))) {
    const fresh = happened.filter(({ line }) => !said.has(line))
    for (const one of fresh) {
      said.add(one.line)
      yield one
    }
    roundsAfterTheEnd = isOver && fresh.length === 0 ? roundsAfterTheEnd + 1 : 0
    if (roundsAfterTheEnd === ROUNDS_AFTER_THE_END) return
  }
}

/** Everything about a transaction so far, and whether more is to come. */
async function readAll(connection: Connection, id: string) {
  const timeline = await timelineOf(connection, id)
  const created = timeline.find(({ kind }) => kind === 'created')
  const [requests, events] = await Promise.all([
    requestsOf(connection, { transaction_id: id, ...(created && { created_from: justBefore(created.at) }) }),
    connection.call<List<EventRecord>>('GET', '/api/events', { query: { transaction_id: id } }),
  ])
  const happened = [...timeline, ...requests.items.filter(isNoLook)].map(saidOf).sort(byTime)
  const isUnderWay = events.items.some(({ deliveries }) => deliveries.some(({ status }) => status === 'PENDING'))
  return { happened, isOver: timeline.some(({ kind }) => kind === 'finished') && !isUnderWay }
}

async function timelineOf(connection: Connection, id: string): Promise<readonly TimelineItem[]> {
  try {
    const path = `/api/transactions/${encodeURIComponent(id)}/timeline`
    return (await connection.call<{ items: readonly TimelineItem[] }>('GET', path)).items
  } catch (error) {
    throw error instanceof TollgateError && error.code === 'not_found' ? new Failure('No such transaction.') : error
  }
}

/** A request is received before the transaction that it makes. */
function justBefore(time: string): string {
  return new Date(Date.parse(time) - 60_000).toISOString()
}

function requestsOf(connection: Connection, filters: object): Promise<List<RequestRecord>> {
  return connection.call('GET', '/api/requests', { query: { ...filters, limit: MOST } })
}

/** This command looks itself, each second; who looks changes nothing. */
const isNoLook = ({ method }: RequestRecord) => method !== 'GET'

const byTime = (one: OutputLine & { at: string }, other: OutputLine & { at: string }) => one.at.localeCompare(other.at)

function saidOf(record: TimelineItem | RequestRecord): OutputLine & { readonly at: string } {
  const { at, words } = 'kind' in record ? ofTimeline(record) : ofRequest(record)
  const line = [at, ...words].filter((word) => word !== null && word !== '').join('  ')
  return { at, record, line }
}

function ofTimeline({ at, kind, title, code, detail }: TimelineItem) {
  return { at, words: [kind, title, code, detail] }
}

function ofRequest({ received_at, method, path, status, processing_code, ...rest }: RequestRecord) {
  const refused = rest.refused_fields.length > 0 ? `refused: ${rest.refused_fields.join(', ')}` : null
  const words = ['request', `${method} ${path}`, String(status), processing_code, `${rest.duration_ms} ms`, refused]
  return { at: received_at, words: [...words, rest.request_id] }
}

import type { Connection } from '../connection.ts'
import type { EventRecord } from '../event.ts'
import type { Listing } from '../listing.ts'
import { poll } from './polling.ts'

const PAGE = 100

/**
 * Yields a merchant's events from now on, ordered within a second. It polls, so it also works behind a firewall.
 * @param began is called once all events from then on will be seen
 */
export async function* newEvents(connection: Connection, began: () => void): AsyncGenerator<EventRecord> {
  let known: ReadonlySet<string> | undefined
  for await (const { fresh, ids } of poll(() => sinceKnown(connection, known))) {
    if (known) yield* fresh.reverse()
    else began()
    known = ids
  }
}

/** The newest events down to the page that holds one we know: an event may be written after a later one was. */
async function sinceKnown(connection: Connection, known: ReadonlySet<string> | undefined) {
  const events: EventRecord[] = []
  const listed: Listing<EventRecord> = connection.list('/api/events', { event: 'all', limit: PAGE })
  for await (const event of listed) {
    events.push(event)
    const endsPage = events.length % PAGE === 0
    if (endsPage && (!known || events.some(({ id }) => known.has(id)))) break
  }
  return { fresh: events.filter(({ id }) => !known?.has(id)), ids: new Set(events.map(({ id }) => id)) }
}

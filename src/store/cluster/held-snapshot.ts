import { type Database, type Sql, withConnection } from '../connection/database.ts'
import { type Ending, inSnapshot } from '../connection/snapshot.ts'

/** A snapshot on a connection of its own, which stays until it is disposed of. */
export interface HeldSnapshot extends AsyncDisposable {
  readonly snapshot: Promise<Sql>
}

/**
 * Takes a snapshot and keeps it.
 * @param purpose shows up in `pg_stat_activity`
 * @param prepare what is to be done on the connection before
 */
export function hold(
  url: string,
  purpose: string,
  prepare: (own: Database) => Promise<Database>,
  ending: Ending,
): HeldSnapshot {
  const [taken, released] = [Promise.withResolvers<Sql>(), Promise.withResolvers<void>()]
  const ended = withConnection(url, purpose, async (own) => {
    const wait = async (snapshot: Sql) => {
      // It waits for its turn, with no lock that anybody else waits for.
      await snapshot`set local idle_in_transaction_session_timeout = 0`
      taken.resolve(snapshot)
      await released.promise
    }
    return inSnapshot(await prepare(own), wait, ending)
  })
  // Whoever asks something of it hears why it ended.
  const isOver = ended.catch(taken.reject)
  taken.promise.catch(() => undefined)
  return {
    snapshot: taken.promise,
    async [Symbol.asyncDispose]() {
      released.resolve()
      await isOver
    },
  }
}

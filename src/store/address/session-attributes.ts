import type pg from 'pg'
import type { DatabaseAddress } from './database-address.ts'
import { connectionError } from './driver-errors.ts'

type Wanted = DatabaseAddress['target_session_attrs']

interface Server {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
}

/** Checks a server for each value of `target_session_attrs` (libpq, section 32.1.2). */
const FITS: Readonly<Record<NonNullable<Wanted>, (server: Server) => boolean>> = {
  'read-write': ({ isStandby, isReadOnly }) => !isStandby && !isReadOnly,
  'read-only': ({ isStandby, isReadOnly }) => isStandby || isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  // There is no other server to prefer.
  'prefer-standby': () => true,
}

/** @throws an error that `isUnreachableError` if the server is not what the address asks for */
export async function checkSessionAttributes(client: pg.ClientBase, wanted: Wanted): Promise<void> {
  if (wanted === undefined) return
  const { rows } = await client.query<Server>(`
    select pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`)
  if (FITS[wanted](rows[0]!)) return
  throw connectionError('CONNECTION_DESTROYED', `The server does not fit target_session_attrs=${wanted}.`)
}

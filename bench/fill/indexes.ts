import type { Database } from '#store/connection/database.ts'
import { byTwo, timed } from './lanes.ts'

const MEMORY = '512MB'

/**
 * Does something while no index of these tables is kept up to date, then builds them all: sorting once is several times as
 * fast as finding a place for each row. Such a table must hold nothing that breaks a key.
 */
export async function withoutIndexes(
  lanes: readonly Database[],
  tables: readonly string[],
  tell: (text: string) => void,
  act: () => Promise<void>,
): Promise<void> {
  const [sql] = lanes
  const indexes = await sql!<{ name: string }[]>`
    update pg_index set indisready = false, indisvalid = false
    where indrelid in (select name::regclass from unnest(${[...tables]}::text[]) as of (name))
    returning indexrelid::regclass::text as name`
  await act()
  // PostgreSQL sets the marks again where it has built an index again.
  await timed(`${indexes.length} indexes`, tell, () =>
    byTwo(lanes, indexes, async (lane, { name }) => {
      await lane`select set_config('maintenance_work_mem', ${MEMORY}, false)`
      await lane.unsafe(`reindex index ${name}`)
    }),
  )
}

import { type Database, openDatabase } from '#store/connection/database.ts'

const HOURS = 3600

/** Connections that work side by side, one for each core that a small machine has. */
export function lanesOf(superuserUrl: string): readonly Database[] {
  return [1, 2].map((lane) => openDatabase(superuserUrl, `fill ${lane}`, 1, 6 * HOURS, false))
}

/** Takes items in turn, each connection the next one as soon as it is free. */
export async function byTwo<Item>(
  lanes: readonly Database[],
  items: readonly Item[],
  act: (sql: Database, item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    lanes.map(async (sql) => {
      for (const item of left) await act(sql, item)
    }),
  )
}

/** Reports how long something took. */
export async function timed(name: string, tell: (text: string) => void, act: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await act()
  tell(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

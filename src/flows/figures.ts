export { statementsUnderWay } from '#store/connection/reconnecting-pool.ts'

import { type Figures, readFigures } from '#store/figures/figures.ts'
import type { Gateway } from './gateway.ts'

/** What waits in the database just now; undefined while it cannot be asked. */
export function currentFigures({ sql }: Gateway): Promise<Figures | undefined> {
  return readFigures(sql).catch(() => undefined)
}

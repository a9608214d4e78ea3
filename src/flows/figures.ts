export { statementsUnderWay } from '#store/connection/reconnecting-pool.ts'

import { type Figures, readFigures } from '#store/figures/figures.ts'
import type { Gateway } from './gateway.ts'

/** Reads what waits in the database just now. */
export function currentFigures({ sql }: Gateway): Promise<Figures> {
  return readFigures(sql)
}

export { statementsUnderWay } from '#store/connection/reconnecting-pool.ts'

import { type Figures, readFigures } from '#store/figures/figures.ts'
import type { Gateway } from './gateway.ts'

/** Counts waiting work in the database. */
export function currentFigures({ sql }: Gateway): Promise<Figures> {
  return readFigures(sql)
}

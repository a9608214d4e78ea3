export { statementsInProgress } from '#store/connection/database.ts'

import { type DatabaseMetrics, readDatabaseMetrics } from '#store/metrics/figures.ts'
import type { Gateway } from './gateway.ts'

export function currentFigures({ sql }: Gateway): Promise<DatabaseMetrics> {
  return readDatabaseMetrics(sql)
}

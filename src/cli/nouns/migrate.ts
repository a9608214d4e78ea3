import { migrate as applyMigrations } from '#store/connection/migrate.ts'
import type { LocalCommand } from '../command.ts'
import { withDatabase } from '../with-database.ts'

/** Brings the schema up to date before the processes are (docs/reference/running.md#the-command). */
export const migrate: LocalCommand = {
  verb: 'migrate',
  summary: 'Bring the database up to date; npm start does it too',
  run: () => withDatabase(async (database) => ({ applied: await applyMigrations(database) })),
  examples: ['migrate'],
}

import type { LocalCommand } from '../command.ts'
import { migrateDatabase } from '../with-database.ts'

/** Brings the schema up to date before the processes are (docs/reference/running.md#the-command). */
export const migrate: LocalCommand = {
  verb: 'migrate',
  summary: 'Migrate the database; npm start does it too',
  run: async () => ({ applied: await migrateDatabase() }),
  examples: ['migrate'],
}

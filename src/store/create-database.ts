import postgres from 'postgres'
import { openDatabase } from './database.ts'

const DUPLICATE_DATABASE = '42P04'

/**
 * Creates a database unless it exists.
 * @param url of any other database of the same server, its owner's
 * @param template the database to copy, to which nobody may be connected
 */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<void> {
  const sql = openDatabase(url, 'setup', 1)
  try {
    await sql`create database ${sql(name)} template ${sql(template)}`
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.code === DUPLICATE_DATABASE)) throw error
  } finally {
    await sql.end()
  }
}

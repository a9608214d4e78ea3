import { withConnection } from '../connection/database.ts'

const DUPLICATE_DATABASE = '42P04'

/** @param url of another database of the same server */
export async function createDatabase(url: string, name: string): Promise<void> {
  await withConnection(url, 'setup', async (sql) => {
    await sql`create database ${sql(name)}`.catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== DUPLICATE_DATABASE) throw error
    })
  })
}

/** Drops a database if it exists, and its sessions. @param url of another database of the same server */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await withConnection(url, 'setup', async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`
  })
}

import type { Sql } from '../connection/database.ts'

/** Stores a version of the embedded fields, once. */
export async function keepScriptVersion(sql: Sql, version: string, content: string): Promise<void> {
  await sql`insert into script_versions (version, content) values (${version}, ${content}) on conflict do nothing`
}

export async function findScriptVersion(sql: Sql, version: string): Promise<string | undefined> {
  const [row] = await sql<{ content: string }[]>`select content from script_versions where version = ${version}`
  return row?.content
}

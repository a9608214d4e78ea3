import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { openDatabase } from '../../src/store/connection/database.ts'
import { migrate } from '../../src/store/connection/migrate.ts'
import { startThrowAwayDatabase } from './throw-away-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and nobody connects to. */
    templateUrl: string
  }
}

/** Starts one throw-away PostgreSQL for a run of tests, with a migrated template (Vitest's global setup). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowAwayDatabase()
  try {
    project.provide('templateUrl', await createTemplate(server.url))
    return server.stop
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function createTemplate(url: string): Promise<string> {
  await createDatabase(url, 'template')
  const templateUrl = Object.assign(new URL(url), { pathname: '/template' }).href
  const sql = openDatabase(templateUrl, 'template', 1)
  await migrate(sql).finally(() => sql.end())
  return templateUrl
}

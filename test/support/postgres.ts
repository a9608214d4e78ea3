import type { TestProject } from 'vitest/node'
import { startThrowAwayDatabase } from './temporary-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and nobody connects to, as the superuser. */
    templateUrl: string
    /** The same as the gateway's processes would be: with a role that changes no table. */
    gatewayUrl: string
  }
}

/** Starts one throw-away PostgreSQL for a run of tests, with a migrated template (Vitest's global setup). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowAwayDatabase()
  project.provide('templateUrl', server.superuserUrl)
  project.provide('gatewayUrl', server.url)
  return server.stop
}

import type { TestProject } from 'vitest/node'
import { startThrowAwayDatabase } from './temporary-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and do not connect to, as the superuser. */
    templateUrl: string
    /** URL with the role of the gateway's processes, which changes no table. */
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

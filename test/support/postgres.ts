import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../src/store/create-database.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { startLocalDatabase } from '../../src/supervisor/local-database.ts'

/** Nothing here has to outlive the tests. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and nobody connects to. */
    templateUrl: string
  }
}

/** Starts one throw-away PostgreSQL for a run of tests, with a migrated template (Vitest's global setup). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-test-'))
  await chmod(directory, 0o755)
  const server = await startLocalDatabase(directory, FORGETFUL)
  const teardown = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    project.provide('templateUrl', await createTemplate(server.url))
    return teardown
  } catch (error) {
    await teardown()
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

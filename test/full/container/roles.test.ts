// @module-tag full
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { withConnection } from '#store/connection/database.ts'
import { createDatabase } from '#store/schema/create-database.ts'
import { readDurability, readMissingPrivileges } from '#store/schema/durability.ts'
import { migrate } from '#store/schema/migrate.ts'
import { newDataDirectory } from '#test/data-directory.ts'
import { findInstallation, initialize, openServer, serverDirectory } from '#test/postgres-server.ts'

// The roles that compose.yml creates (docs/operate/containers.md).

/** Signs that mean something in a URL or in SQL. */
const PASSWORD = `p@ss:w/o?r#d%'"\\ é`

function hasPsql(): boolean {
  try {
    return execFileSync('psql', ['--version']).length > 0
  } catch {
    return false
  }
}

if (!hasPsql()) console.warn('Skipped: there is no psql here; "apt install postgresql-client" brings it.')

it.skipIf(!hasPsql())(
  'roles.sql creates the role of the gateway with any password, on old and new tables',
  async () => {
    const directory = await newDataDirectory('tollgate-roles-')
    const installation = await findInstallation()
    const server = await openServer(await serverDirectory(join(directory, 'data'), installation), installation)
    await initialize(server.directory, installation)
    await server.start({ fsync: 'off' })
    try {
      await createDatabase(server.urlOf('postgres'), 'tollgate')
      const owner = new URL(server.urlOf('tollgate'))
      const libpq = { PGHOST: owner.hostname, PGPORT: owner.port, PGUSER: owner.username, PGPASSWORD: owner.password }
      const createRoles = () =>
        execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', '--file=deploy/compose/roles.sql'], {
          env: { ...process.env, ...libpq, GATEWAY_PASSWORD: PASSWORD },
        })
      createRoles()
      await withConnection(owner.href, 'migrations', (sql) => migrate(sql))
      createRoles()
      vi.stubEnv('PGPASSWORD', PASSWORD)
      await withConnection(`postgres://tollgate_gateway@${owner.host}/tollgate`, 'test', async (sql) => {
        expect(await readMissingPrivileges(sql)).toEqual([])
        expect(await readDurability(sql)).toMatchObject({ ownsTables: false })
      })
    } finally {
      vi.unstubAllEnvs()
      await server.stop()
      await rm(directory, { recursive: true })
    }
  },
)

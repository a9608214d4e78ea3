import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerSettings, startLocalDatabase } from '#app/supervisor/local-database.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

type Server = Awaited<ReturnType<typeof startLocalDatabase>>

/** Gateway on a database server of the bench, with its own settings. */
export interface PreparedGateway {
  readonly gateway: GatewayProcess
  readonly server: Server
  /** Directory of the server's files. */
  readonly dataDir: string
  stop(): Promise<void>
}

/**
 * Starts both.
 * @param settings of PostgreSQL that differ
 * @param kept where both keep their files, and leave them; without it they begin with an empty database and remove it
 */
export async function startPreparedGateway(settings: ServerSettings, kept?: string): Promise<PreparedGateway> {
  const { server, dataDir, remove } = await startPreparedDatabase(settings, kept)
  try {
    const gateway = await startGateway({ DATABASE_URL: server.url }, dataDir)
    const stop = () => gateway.stop().finally(remove)
    return { gateway, server, dataDir, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Starts the database server alone, with the schema of today. */
export async function startPreparedDatabase(settings: ServerSettings, kept?: string) {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'tollgate-bench-')))
  if (!existsSync(dataDir)) await mkdir(dataDir)
  // The database server may run under another user, who has to get in.
  await chmod(dataDir, 0o755)
  const server = await startLocalDatabase(dataDir, settings)
  const remove = async () => {
    await server.stop()
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await server.migrate()
    return { server, dataDir, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

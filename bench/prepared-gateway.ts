import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalDatabase } from '#app/supervisor/local-database.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

type Server = Awaited<ReturnType<typeof startLocalDatabase>>

/** A gateway on a database server that the bench has started by itself, with settings of its own. */
export interface PreparedGateway {
  readonly gateway: GatewayProcess
  readonly server: Server
  /** Where the server keeps its files. */
  readonly dataDir: string
  stop(): Promise<void>
}

/** Starts both on an empty database. @param settings of PostgreSQL that differ */
export async function startPreparedGateway(settings: Readonly<Record<string, string>>): Promise<PreparedGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
  // The database server may run under another user, who has to get in.
  await chmod(dataDir, 0o755)
  const server = await startLocalDatabase(dataDir, settings)
  const removeServer = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await server.migrate()
    const gateway = await startGateway({ DATABASE_URL: server.url })
    const stop = () => gateway.stop().finally(removeServer)
    return { gateway, server, dataDir, stop }
  } catch (error) {
    await removeServer()
    throw error
  }
}

import { type Database, openDatabase } from '#store/connection/database.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import type { RestartableGateway } from '../../support/restartable-gateway.ts'

const CONNECTIONS = 2

/** Opens the auditor's connections to the database in the gateway's `DATA_DIR`, as the superuser. */
export async function openAuditorDatabase({ dataDir }: RestartableGateway): Promise<Database> {
  const { superuserUrl } = await startLocalDatabase(dataDir)
  return openDatabase(superuserUrl, 'auditor', CONNECTIONS)
}

import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Sql } from '#store/connection/database.ts'

/** An account of a new merchant with a provider. */
export function accountOn(provider: string, settings: ProviderAccount['settings'] = {}): ProviderAccount {
  return {
    providerAccountId: newId('acc'),
    merchantId: newId('mer'),
    provider,
    name: 'Test',
    status: 'ACTIVE',
    settings,
    credentials: {},
    createdAt: new Date(),
  }
}

/** State of a charge in the simulators' ledger. */
export async function chargeState(sql: Sql, attemptId: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`select state from simulator.charges where attempt_id = ${attemptId}`
  return row?.state
}

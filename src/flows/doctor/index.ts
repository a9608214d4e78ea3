import type { Gateway } from '../gateway.ts'
import { checkProviderAccounts } from './accounts.ts'
import { checkAddress } from './address.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkRealm } from './realm.ts'
import { checkWebhooks } from './webhooks.ts'

const EXAMINATIONS = [checkRealm, checkDatabase, checkAddress, checkProviderAccounts, checkWebhooks]

/** Changes nothing but the last check of the provider accounts. */
export async function examine(gateway: Gateway): Promise<readonly Finding[]> {
  const findings = await Promise.all(EXAMINATIONS.map((look) => look(gateway)))
  return findings.flat()
}

import type { Gateway } from '../gateway.ts'
import { examineAccounts } from './accounts.ts'
import { examineAddress } from './address.ts'
import { examineDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { examineRealm } from './realm.ts'
import { examineWebhooks } from './webhooks.ts'

const EXAMINATIONS = [examineRealm, examineDatabase, examineAddress, examineAccounts, examineWebhooks]

/**
 * Looks at everything that has to be right before a gateway takes real money. It changes nothing but the
 * last check of the provider accounts.
 */
export async function examine(gateway: Gateway): Promise<readonly Finding[]> {
  const findings = await Promise.all(EXAMINATIONS.map((look) => look(gateway)))
  return findings.flat()
}

import { type Access, UnknownOutcome } from '../provider.ts'
import type { Cashfree } from './client.ts'
import { hasPayoutKeys } from './translate/access.ts'
import { linkQuery, transferQuery } from './translate/requests.ts'

/** Nothing of this name is ever made: who is told so has shown keys that are right. */
const NOBODY = 'att_probe'

/** Asks for a link and, where there are keys for payouts, for a transfer that do not exist. */
export async function probe(cashfree: Cashfree, access: Access): Promise<readonly string[]> {
  const { status } = await cashfree(access, linkQuery(NOBODY))
  const payments = problemOf(status, 'client_id with client_secret', 'Payment links')
  if (!hasPayoutKeys(access.credentials)) return payments
  const answer = await cashfree(access, transferQuery(NOBODY))
  const names = 'payout_client_id with payout_client_secret'
  return [...payments, ...problemOf(answer.status, names, "Payouts, and this gateway's network address")]
}

function problemOf(status: number, keys: string, product: string): readonly string[] {
  if (status === 200 || status === 404) return []
  if (status === 401) return [`Cashfree refuses ${keys}: copy both from one key of this environment and store them.`]
  if (status === 403) return [`Cashfree does not let this account in: have it enable ${product}.`]
  throw new UnknownOutcome(`Cashfree answered ${status} to a question.`)
}

import { type Access, UnknownOutcome } from '#providers/port/tools.ts'
import type { Cashfree } from './client.ts'
import { hasPayoutKeys } from './translate/access.ts'
import { linkQuery, transferQuery } from './translate/requests.ts'

/** No object has this name; "not found" proves that the keys are valid. */
const NOBODY = 'att_probe'

/** Queries a link and, with keys for payouts, a transfer that do not exist. */
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

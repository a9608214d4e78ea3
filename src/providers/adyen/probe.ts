import { type Access, type Environment, UnknownOutcome } from '#providers/port/tools.ts'
import { checkoutClient, type Send, transfersClient } from './client.ts'
import { balanceAccountOf, merchantAccountOf } from './config.ts'

/** Queries the payment methods of the merchant account and, if the account pays out, a transfer. */
export async function probe(environment: Environment, access: Access): Promise<readonly string[]> {
  const problems = [await problemOfCheckout(checkoutClient(environment), access)]
  const balanceAccountId = balanceAccountOf(access.account)
  if (balanceAccountId !== null) {
    problems.push(await problemOfTransfers(transfersClient(environment), access, balanceAccountId))
  }
  return problems.filter((problem) => problem !== null)
}

async function problemOfCheckout(send: Send, access: Access): Promise<string | null> {
  const status = await statusOf(async () => {
    const body = { merchantAccount: merchantAccountOf(access.account) }
    return send(access, { method: 'POST', path: '/paymentMethods', body })
  })
  if (status === 401) return 'Adyen does not know the api_key. Generate one in the Customer Area and store it.'
  if (status === 403) return 'The user of api_key lacks the Checkout role, or does not see the merchant account.'
  if (status === 422) return 'Adyen does not know the merchant account. Correct merchant_account.'
  return otherProblem(status)
}

async function problemOfTransfers(send: Send, access: Access, balanceAccountId: string): Promise<string | null> {
  const [createdSince, createdUntil] = [new Date(Date.now() - 60_000), new Date()].map((time) => time.toISOString())
  const query = new URLSearchParams({ balanceAccountId, createdSince: createdSince!, createdUntil: createdUntil! })
  const status = await statusOf(() => send(access, { method: 'GET', path: `/transfers?${query}` }))
  if (status === 401) return 'Adyen does not know the transfers_api_key. Generate one for a balance platform user.'
  if (status === 403) return 'The user of transfers_api_key lacks the Transfers role.'
  if (status === 422) return 'Adyen does not know the balance account. Correct balance_account.'
  return otherProblem(status)
}

function otherProblem(status: number | null): string | null {
  if (status === null) return 'Adyen cannot be reached. Look at the network, and at live_url_prefix.'
  return status >= 400 ? `Adyen answered ${status}. Ask its support, or try again later.` : null
}

async function statusOf(ask: () => Promise<{ readonly status: number }>): Promise<number | null> {
  try {
    return (await ask()).status
  } catch (error) {
    if (error instanceof UnknownOutcome) return null
    throw error
  }
}

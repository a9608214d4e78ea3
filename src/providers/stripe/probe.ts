import { type Access, UnknownOutcome } from '#providers/port/tools.ts'
import type { Send } from './client.ts'
import { LIST_ONE_INTENT } from './translate/requests.ts'

/** Instructions by HTTP status of the probe. */
const PROBLEMS: Readonly<Record<number, string>> = {
  200: '',
  401: 'Stripe does not accept the secret key: it was rolled or deleted. Copy one that is valid from the dashboard.',
  403: 'The key may not use payments: give it write access to PaymentIntents, PaymentMethods and Refunds, read to Charges.',
  429: 'Stripe accepts no requests from this account at the moment: try again in a minute.',
}

/** Checks the account's key; a sentence says how to fix it. */
export async function probe(send: Send, access: Access): Promise<readonly string[]> {
  try {
    const { status } = await send(access, LIST_ONE_INTENT)
    const problem = PROBLEMS[status] ?? `Stripe answered the probe with ${status}: look at status.stripe.com.`
    return problem === '' ? [] : [problem]
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    return [`Stripe gave no usable answer: let the gateway reach it by https. ${error.message}`]
  }
}

import type { AskedAttempt, Call } from '@tollgate/provider'
import type { Api } from './client.ts'
import { cancelRequest } from './translate/requests.ts'

/**
 * Reverses a charge or a refund, and prevents a later one (`barsLateCharges`). May be repeated.
 * @throws UnknownOutcome unless the provider confirms it
 */
export async function reverse({ send, tools }: Api, call: Call, attempt: AskedAttempt): Promise<void> {
  const { status } = await send(call, cancelRequest(attempt))
  if (status !== 200) throw new tools.UnknownOutcome(`The provider answered ${status} to a reversal.`)
}

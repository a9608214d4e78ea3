import { type AskedAttempt, type Call, UnknownOutcome } from '#providers/port/tools.ts'
import type { Template } from './client.ts'
import { cancelRequest } from './translate/requests.ts'

/**
 * Reverses a charge or a refund, and prevents a later one (`barsLateCharges`). May be repeated.
 * @throws UnknownOutcome unless the provider confirms it
 */
export async function reverse(template: Template, call: Call, attempt: AskedAttempt): Promise<void> {
  const { status } = await template(call, cancelRequest(attempt))
  if (status !== 200) throw new UnknownOutcome(`The provider answered ${status} to a reversal.`)
}

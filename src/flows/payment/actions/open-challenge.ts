import { type ChallengePlace, markChallengeOpened } from '#store/three-ds/authentication-steps.ts'
import { isRequestOf } from '#three-ds/messages.ts'
import type { Gateway } from '../../gateway.ts'
import { findById } from './receive-notifications.ts'

/** URL of a challenge, always of our origin (docs/reference/three-ds.md#the-address). A bank's URL of it is unchanged. */
export function challengeAddress(gateway: Gateway, threeDsServerTransId: string, bankUrl: string): string {
  const { baseUrl } = gateway.settings
  if (new URL(bankUrl).origin === new URL(baseUrl).origin) return bankUrl
  return `${baseUrl}/three-ds/${threeDsServerTransId}/challenge`
}

/** Bank's page for a challenge request, or the reason against posting it. */
export type OpenedChallenge = { readonly bankUrl: string } | { readonly refusal: 'unreadable' | 'over' }

/**
 * Accepts a challenge request while its challenge is open: once, and once more on a full page, because some banks
 * refuse frames.
 * @param creq the form field as received @throws RequestError 404 for an unknown ID
 */
export async function openChallenge(
  gateway: Gateway,
  threeDsServerTransId: string,
  creq: string,
  place: ChallengePlace,
): Promise<OpenedChallenge> {
  const authentication = await findById(gateway, threeDsServerTransId)
  const { step, acsUrl, acsTransId } = authentication
  if (step !== 'CHALLENGE' || acsUrl === null || acsTransId === null) return { refusal: 'over' }
  if (!isRequestOf(creq, { threeDsServerTransId, acsTransId })) return { refusal: 'unreadable' }
  return (await markChallengeOpened(gateway.sql, authentication, place)) ? { bankUrl: acsUrl } : { refusal: 'over' }
}

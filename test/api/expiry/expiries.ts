import { eventually } from '#test/eventually.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import type { Shown } from '../manage/follow-ups.ts'

export const HOUR = 3600
export const DAY = 24 * HOUR

export async function advance(merchant: TestMerchant, advance_seconds: number): Promise<void> {
  await merchant.call('POST', '/api/test-clock', { body: { advance_seconds } })
}

/** A time so many seconds from now, by the merchant's clock. */
export async function timeIn(merchant: TestMerchant, seconds: number): Promise<string> {
  const { body } = await merchant.call('GET', '/api/test-clock')
  return new Date(Date.parse(body.now) + seconds * 1000).toISOString()
}

export async function recordOf(merchant: TestMerchant, { id }: Shown): Promise<Shown> {
  return (await merchant.status(id)).transaction
}

export async function expiriesOf(merchant: TestMerchant, { id }: Shown): Promise<Shown[]> {
  const query = `parent_id=${id}&transaction_type=AUTHORIZATION_EXPIRY`
  return (await merchant.call('GET', `/api/transactions?${query}`)).body.items
}

/** The expiry of an authorization once it is final. */
export function expiryOf(merchant: TestMerchant, authorization: Shown): Promise<Shown> {
  return eventually('the authorization expires', 40, async () => {
    const [expiry] = await expiriesOf(merchant, authorization)
    return expiry?.status === 'PENDING' ? undefined : expiry
  })
}

export async function eventsOfType(merchant: TestMerchant, type: string): Promise<Shown[]> {
  const { body } = await merchant.call('GET', `/api/events?event=${type}&limit=100`)
  return body.items.map(({ payload }: Shown) => payload)
}

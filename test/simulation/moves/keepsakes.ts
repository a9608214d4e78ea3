import type { Demo } from '#test/gateway-process.ts'
import { connectMerchant } from '#test/test-merchant.ts'
import { ask, bodyFor } from '../../api/manage/follow-ups.ts'
import { createLink } from '../../api/payment-links/links.ts'
import { SAVE, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { createSession } from '../../api/sessions/browser.ts'

/** Answers by what was asked for. */
type Answers = Readonly<Record<string, unknown>>

/** Things that a merchant was given before any move. */
export interface Keepsakes {
  /** Uses all of them by way of the one address. */
  use(): Promise<Answers>
}

/** Expected answers of a merchant whose group has this address. */
export function answersFrom(baseUrl: string): Answers {
  return {
    payment: 'APPROVED',
    refund: 'APPROVED',
    'saved card': 'APPROVED',
    'hash of the card': true,
    session: 200,
    'page of the session': baseUrl,
    'page of the payment link': baseUrl,
  }
}

export async function collectKeepsakes(address: string, { merchant: demo }: Demo): Promise<Keepsakes> {
  const merchant = await connectMerchant(address, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
  })
  let orders = 0
  const pay = async (changes: object) => {
    orders += 1
    return (await merchant.authorize({ ...changes, reference: `keepsake-${orders}` })).body.result
  }
  const originOf = async (path: string) => new URL((await fetch(address + path)).url).origin
  const paid = await pay(SAVE)
  const { body: session } = await createSession(merchant, { reference: 'keepsake-session' })
  const link = await createLink(merchant, { reference: 'keepsake-link' })
  return {
    async use() {
      const again = await pay(savedCard(paid.payment_method.token))
      const refund = await ask(merchant, bodyFor(paid, 'REFUND', { amount: 1 }))
      return {
        payment: (await merchant.status(paid.id)).transaction?.status,
        refund: refund.body.status,
        'saved card': again?.status,
        'hash of the card': (await pay({}))?.payment_method.hash === paid.payment_method.hash,
        session: (await merchant.call('GET', `/api/sessions/${session.id}`)).status,
        'page of the session': await originOf(`/hosted-payment-page/${session.id}`),
        'page of the payment link': await originOf(`/pay/${link.id}`),
      }
    },
  }
}

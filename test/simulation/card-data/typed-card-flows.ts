import { postForm } from '#test/page-forms.ts'
import { CHALLENGE } from '../../api/sessions/bank.ts'
import { openBrowser, TYPED_CARD } from '../../api/sessions/browser.ts'
import { heard, type Stage, seen } from './stage.ts'

const EXPIRY = { expiry_month: '12', expiry_year: String(new Date().getUTCFullYear() + 1) }

/** Cards typed into the card's frame and the hosted page: right, wrong, and up to a challenge. */
export async function typeIntoOurPages(stage: Stage): Promise<void> {
  const { gateway, merchant } = stage
  const frame = await openBrowser(gateway.baseUrl, merchant)
  const wrong = typed(stage)
  await heard(stage, frame.pay({ ...wrong, cvc: wrong.cvc + wrong.cvc }))
  await heard(stage, frame.pay(typed(stage)))
  const challenged = await openBrowser(gateway.baseUrl, merchant, { metadata: CHALLENGE })
  await heard(stage, challenged.pay(typed(stage)))
  const { id } = await openBrowser(gateway.baseUrl, merchant)
  for (const code of ['1', undefined]) {
    const { number, cvc } = typed(stage)
    const form = { method: 'card', number, expiry: `12/${EXPIRY.expiry_year.slice(-2)}`, cvc: code ?? cvc }
    await seen(stage, postForm(`${gateway.baseUrl}/hosted-payment-page/${id}/pay`, form))
  }
}

function typed({ cards }: Stage) {
  const { number, cvv } = cards.next()
  return { ...TYPED_CARD, ...EXPIRY, number, cvc: cvv }
}

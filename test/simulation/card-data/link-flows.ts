import { expect } from 'vitest'
import { postForm } from '#test/page-forms.ts'
import { charge, TERMS } from '../../api/agreements/agreements.ts'
import { linkBody } from '../../api/payment-links/links.ts'
import { SAVE } from '../../api/saved-cards/saved-card-support.ts'
import { heard, payByCard, type Stage, seen } from './stage.ts'

/** Links and agreements with card numbers in every text, paid with planted cards; a stored card is changed meanwhile. */
export async function payLinksAndAgreements(stage: Stage): Promise<void> {
  const { number } = stage.cards.next()
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  await payLink(stage, number, spaced)
  await payAgreement(stage, number, spaced)
}

async function payLink(stage: Stage, number: string, spaced: string): Promise<void> {
  const { merchant, cards } = stage
  const customer = { first_name: number, last_name: spaced, address: spaced, email: `${number}@shop.example` }
  const texts = { description: spaced, message: `Card ${number}`, customer }
  const free = { amount: null, amount_min: 100, amount_max: 50_000 }
  const body = linkBody(merchant, { ...texts, ...free, reference: 'leak-1' })
  const { body: link } = await heard(stage, merchant.call('POST', '/api/payment-links', { body }))
  await seen(stage, fetch(`${link.url}?session=${number}`))
  await seen(stage, postForm(link.url, { amount: number, locale: number }))
  const opened = await postForm(link.url, { amount: '12.50' })
  const page = opened.headers.get('location')!.split('?')[0]!
  const card = cards.next()
  const expiry = `12/${String(new Date().getUTCFullYear() + 1).slice(-2)}`
  await seen(stage, postForm(`${page}/pay`, { method: 'card', number: card.number, expiry, cvc: card.cvv }))
  const path = `/api/payment-links/${link.id}`
  await heard(stage, merchant.call('PATCH', path, { body: { description: number, message: spaced } }))
  const shown = await heard(stage, merchant.call('GET', path))
  expect(shown.body).toMatchObject({ status: 'COMPLETED', payments: 1 })
  await heard(stage, merchant.call('GET', `/api/payment-links?q=${number}`))
}

async function payAgreement(stage: Stage, number: string, spaced: string): Promise<void> {
  const { merchant } = stage
  const agreement = { ...TERMS, description: spaced }
  const { result } = await payByCard(stage, {}, { ...SAVE, agreement })
  const { agreement_id: id, payment_method: card } = result
  await charge(merchant, id)
  await charge(merchant, id, {}, { simulate_card_update: `11/${new Date().getUTCFullYear() + 9}` })
  await heard(stage, merchant.call('PATCH', `/api/agreements/${id}`, { body: { description: number } }))
  const path = `/api/payment-methods/${card.token}`
  for (const holder_name of [spaced, null])
    await heard(stage, merchant.call('PATCH', path, { body: { holder_name, expiration_month: 10 } }))
  await heard(stage, merchant.call('PATCH', path, { body: { holder_name: { number }, expiration_year: number } }))
  const imported = { network_transaction_id: number, accepted_at: '2026-01-01T00:00:00Z', currency: 'EUR' }
  const body = { ...agreement, ...imported, payment_method_id: number }
  await heard(stage, merchant.call('POST', '/api/agreements', { body }))
  await heard(stage, merchant.call('GET', '/api/agreements'))
  await heard(stage, merchant.call('GET', '/api/payment-methods'))
}

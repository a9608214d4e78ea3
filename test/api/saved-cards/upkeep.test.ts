import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardDatingTask } from '#flows/stored-cards/date-cards.ts'
import { warnOfExpiringCards } from '#flows/stored-cards/warn-of-expiring-cards.ts'
import { claimExpiringCards } from '#store/customers/card-upkeep.ts'
import type { PlainCard } from '#test/card-encryption.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { agree, agreementOf, charge } from '../agreements/agreements.ts'
import { advance, DAY, eventsOfType } from '../expiry/expiries.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { newCustomer, saveCard, savedCard } from './saved-card-support.ts'

// Upkeep of stored cards (docs/reference/customers.md#upkeep).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const newMerchant = () => createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
const YEAR = new Date().getUTCFullYear()

const change = (token: string, body: object, by = merchant) =>
  by.call('PATCH', `/api/payment-methods/${token}`, { body })
const show = async (token: string, by = merchant): Promise<Shown> =>
  (await by.call('GET', `/api/payment-methods/${token}`)).body
const updates = (by = merchant) => eventsOfType(by, 'payment_method.updated')

async function tokensBefore(month: string, by: TestMerchant, more = ''): Promise<string[]> {
  const { body } = await by.call('GET', `/api/payment-methods?expires_before=${month}${more}`)
  return body.items.map(({ token }: Shown) => token)
}

describe('a change of a stored card', () => {
  it('gives it another expiry and holder, pays on, and has one event', async () => {
    const shop = await newMerchant()
    const token = await saveCard(shop)
    const renewed = { expiration_month: 8, expiration_year: YEAR + 5, holder_name: 'Ada Lovelace' }
    const { status, body } = await change(token, renewed, shop)
    expect([status, body]).toEqual([200, expect.objectContaining({ token, ...renewed, issuer_update: null })])
    expect(await show(token, shop)).toEqual(body)
    expect((await change(token, renewed, shop)).status).toBe(200)
    expect(await updates(shop)).toMatchObject([
      { token, expiration_month: 8, expiration_year: YEAR + 5, updated_by: 'MERCHANT', transaction_id: null },
    ])
    expect((await shop.authorize(savedCard(token))).body.result.status).toBe('APPROVED')
    const { items } = (await shop.call('GET', `/api/audit-log?subject=${token}`)).body
    expect(items[0]).toMatchObject({
      action: 'payment-method.changed',
      changes: { expiration_month: 8, holder_name: 'changed' },
    })
  })

  it('keeps what is absent, and null or an empty text clears the holder only', async () => {
    const token = await saveCard(merchant)
    await change(token, { holder_name: 'Ada' })
    const later = (await change(token, { expiration_year: YEAR + 4 })).body
    expect(later).toMatchObject({ expiration_month: 12, expiration_year: YEAR + 4, holder_name: 'Ada' })
    expect((await change(token, { holder_name: null })).body).toMatchObject({ holder_name: null })
    expect((await change(token, {})).body).toMatchObject({ expiration_year: YEAR + 4, holder_name: null })
    expect((await change(token, { holder_name: '' })).body.holder_name).toBeNull()
    const cleared = await change(token, { expiration_month: null })
    expect([cleared.status, cleared.body.errors[0].property]).toEqual([422, 'expiration_month'])
  })

  it.each([
    [{ expiration_month: 13 }, ['expiration_month']],
    [{ expiration_month: 0, expiration_year: 30 }, ['expiration_month', 'expiration_year']],
    [{ expiration_month: '8' }, ['expiration_month']],
    [{ expiration_month: 1.5 }, ['expiration_month']],
    [{ expiration_year: YEAR - 1 }, ['expiration_year']],
    [{ expiration_year: YEAR + 21 }, ['expiration_year']],
    [{ holder_name: 'x'.repeat(256) }, ['holder_name']],
  ])('to %j is a 422 on %j and changes nothing', async (body, properties) => {
    const token = await saveCard(merchant)
    const before = await show(token)
    const refusal = await change(token, body)
    expect(refusal.status).toBe(422)
    expect(refusal.body.errors.map(({ property }: Shown) => property)).toEqual(properties)
    expect(await show(token)).toEqual(before)
  })

  it('masks a card number in the name', async () => {
    const token = await saveCard(merchant)
    const { body } = await change(token, { holder_name: 'Ada 4111111111111111' })
    expect(body.holder_name).toBe('Ada 411111******1111')
  })

  it('follows the test clock: what it has passed is no expiry', async () => {
    const shop = await newMerchant()
    const token = await saveCard(shop)
    await advance(shop, 366 * DAY)
    await advance(shop, 366 * DAY)
    const refusal = await change(token, { expiration_month: 12, expiration_year: YEAR + 1 }, shop)
    expect([refusal.status, refusal.body.errors[0].property]).toEqual([422, 'expiration_year'])
  })

  it('of another merchant’s card is a 404', async () => {
    const token = await saveCard(await newMerchant())
    expect((await change(token, { expiration_year: YEAR + 4 })).status).toBe(404)
  })

  it('made many times in parallel leaves one card that opens', async () => {
    const token = await saveCard(merchant)
    const months = Array.from({ length: 12 }, (_, index) => index + 1)
    await Promise.all(months.map((expiration_month) => change(token, { expiration_month })))
    expect(months).toContain(Number((await show(token)).expiration_month))
    expect((await merchant.authorize(savedCard(token))).body.result.status).toBe('APPROVED')
  })
})

describe('the list of stored cards', () => {
  it('has those that expire before a month, of one customer or all, newest first', async () => {
    const shop = await newMerchant()
    const customer = { id: await newCustomer(shop) }
    const early = await saveCard(shop, { customer }, { expirationMonth: '1', expirationYear: String(YEAR + 1) })
    const late = await saveCard(shop, {}, { expirationMonth: '12', expirationYear: String(YEAR + 1) })
    expect(await tokensBefore(`${YEAR + 1}-01`, shop)).toEqual([])
    expect(await tokensBefore(`${YEAR + 1}-02`, shop)).toEqual([early])
    expect(await tokensBefore(`${YEAR + 2}-01`, shop)).toEqual([late, early])
    expect(await tokensBefore(`${YEAR + 2}-01`, shop, `&customer_id=${customer.id}`)).toEqual([early])
    const { body } = await shop.call('GET', `/api/payment-methods?limit=1`)
    expect(body).toMatchObject({ items: [{ token: late }], next_cursor: expect.any(String) })
    const next = await shop.call('GET', `/api/payment-methods?limit=1&cursor=${body.next_cursor}`)
    expect(next.body).toMatchObject({ items: [{ token: early }], next_cursor: null })
    await change(early, { expiration_month: 3, expiration_year: YEAR + 3 }, shop)
    expect(await tokensBefore(`${YEAR + 2}-01`, shop)).toEqual([late])
  })

  it.each(['2027', '2027-13', '2027-1', '0000-01', '2027-01-01', 'soon', ''])('rejects the month %j', async (month) => {
    const { status, body } = await merchant.call('GET', `/api/payment-methods?expires_before=${month}`)
    expect([status, body.errors[0].property]).toEqual([422, 'expires_before'])
  })

  it('has no card whose payment is not approved, and none of another merchant', async () => {
    const [shop, other] = [await newMerchant(), await newMerchant()]
    await saveCard(other)
    await shop.authorize({
      tokenization: { save_card_for_future_payments: true },
      metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' },
    })
    expect((await shop.call('GET', '/api/payment-methods')).body.items).toEqual([])
  })

  it('finds a card of an earlier release once the worker has read it', async () => {
    const shop = await newMerchant()
    const token = await saveCard(shop, {}, { expirationYear: String(YEAR + 1) })
    await app.database.sql`update payment_methods set expires_in = null where token = ${token}`
    expect(await tokensBefore(`${YEAR + 9}-01`, shop)).toEqual([])
    const dateCards = cardDatingTask(app.gateway)
    while (await dateCards());
    expect(await tokensBefore(`${YEAR + 9}-01`, shop)).toEqual([token])
    expect(await tokensBefore(`${YEAR + 1}-12`, shop)).toEqual([])
  })
})

/** A card that expires with the month after next, so that its warning is not due yet. */
function expiringCard(): Partial<PlainCard> {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
  return { expirationMonth: String(month.getUTCMonth() + 1), expirationYear: String(month.getUTCFullYear()) }
}

/** Seconds until a month of expiry is over everywhere. */
function secondsLeft({ expirationMonth, expirationYear }: Partial<PlainCard>): number {
  return Math.ceil((Date.UTC(Number(expirationYear), Number(expirationMonth)) + 12 * 3_600_000 - Date.now()) / 1000)
}

const warnings = (by: TestMerchant) => eventsOfType(by, 'payment_method.expiring')

/** Runs the worker's task to its end. */
async function warn(): Promise<void> {
  while (await warnOfExpiringCards(app.gateway));
}

describe('payment_method.expiring', () => {
  it('comes once, 30 days before, for a card that an agreement charges', async () => {
    const shop = await newMerchant()
    const card = expiringCard()
    const { agreement_id } = await agree(shop, {}, {}, card)
    const { payment_method } = await agreementOf(shop, agreement_id)
    await advance(shop, secondsLeft(card) - 31 * DAY)
    await warn()
    expect(await warnings(shop)).toEqual([])
    await advance(shop, 1.5 * DAY)
    await eventually('the warning', 30, async () => ((await warnings(shop)).length > 0 ? true : undefined))
    await advance(shop, 60 * DAY)
    await warn()
    expect(await warnings(shop)).toMatchObject([
      { token: payment_method.token, masked: payment_method.masked, agreement_ids: [agreement_id] },
    ])
    expect((await warnings(shop))[0]).toMatchObject({
      expiration_month: Number(card.expirationMonth),
      expiration_year: Number(card.expirationYear),
    })
  })

  it('comes again for another month, immediately if less is left', async () => {
    const shop = await newMerchant()
    const card = expiringCard()
    const { agreement_id } = await agree(shop, {}, {}, card)
    const { token } = (await agreementOf(shop, agreement_id)).payment_method
    await advance(shop, secondsLeft(card) - 10 * DAY)
    await warn()
    const next = Number(card.expirationMonth) === 12 ? 1 : Number(card.expirationMonth) + 1
    const expiration_year = Number(card.expirationYear) + (next === 1 ? 1 : 0)
    await change(token, { expiration_month: next, expiration_year }, shop)
    await expect.poll(() => warnings(shop)).toHaveLength(1)
    await advance(shop, 31 * DAY)
    await expect.poll(() => warnings(shop)).toHaveLength(2)
    const months = (await warnings(shop)).map(({ expiration_month }) => Number(expiration_month))
    expect(months).toEqual([next, Number(card.expirationMonth)])
  })

  it('does not come for a card that no agreement charges, until one does', async () => {
    const shop = await newMerchant()
    const card = expiringCard()
    const token = await saveCard(shop, {}, card)
    await advance(shop, secondsLeft(card) - 10 * DAY)
    await warn()
    expect(await warnings(shop)).toEqual([])
    const terms = { purpose: 'UNSCHEDULED', description: 'Top-ups', currency: 'EUR' }
    const imported = { network_transaction_id: 'MCC123456789', accepted_at: '2026-01-01T00:00:00Z' }
    const body = { payment_method_id: token, ...terms, ...imported }
    expect((await shop.call('POST', '/api/agreements', { body })).status).toBe(201)
    await expect.poll(() => warnings(shop)).toMatchObject([{ token }])
  })

  it('does not come after the agreement was canceled', async () => {
    const shop = await newMerchant()
    const card = expiringCard()
    const { agreement_id } = await agree(shop, {}, {}, card)
    await shop.call('PATCH', `/api/agreements/${agreement_id}`, { body: { status: 'CANCELED' } })
    await advance(shop, secondsLeft(card))
    await warn()
    expect(await warnings(shop)).toEqual([])
  })

  it('comes once from many workers, and from one that follows a worker that died', async () => {
    const shop = await newMerchant()
    const card = expiringCard()
    for (let made = 0; made < 5; made++) await agree(shop, {}, {}, card)
    await app.stopWorker()
    await advance(shop, secondsLeft(card) - 10 * DAY)
    const dies = app.gateway.sql.begin(async (sql) => {
      await claimExpiringCards(sql, 100)
      throw new Error('killed')
    })
    await expect(dies).rejects.toThrow('killed')
    expect(await warnings(shop)).toEqual([])
    await Promise.all(Array.from({ length: 8 }, warn))
    const tokens = (await warnings(shop)).map(({ token }) => token)
    expect([tokens.length, new Set(tokens).size]).toEqual([5, 5])
    await app.startWorker()
  })
})

describe('the report of an issuer with a payment', () => {
  const reported = (simulate_card_update: string, more = {}) => ({
    metadata: { ...NO_THREE_DS, simulate_card_update, ...more },
  })
  const NO_THREE_DS = { simulated_flow: 'VERSIONING_NOT_ENROLLED' }

  it('renews the expiry, with one event that names the payment', async () => {
    const shop = await newMerchant()
    const token = await saveCard(shop)
    const { result } = (await shop.authorize({ ...savedCard(token), ...reported(`3/${YEAR + 6}`) })).body
    expect(await show(token, shop)).toMatchObject({ expiration_month: 3, expiration_year: YEAR + 6 })
    await shop.authorize({ ...savedCard(token), ...reported(`3/${YEAR + 6}`) })
    expect(await updates(shop)).toMatchObject([
      { token, expiration_month: 3, updated_by: 'PROVIDER', transaction_id: result.id, issuer_update: null },
    ])
  })

  it.each([`1/${YEAR + 1}`, `1/${YEAR + 25}`])('never to %s, which is earlier or no card’s', async (month) => {
    const token = await saveCard(merchant)
    const before = await show(token)
    await merchant.authorize({ ...savedCard(token), ...reported(month) })
    expect(await show(token)).toEqual(before)
  })

  it('counts with a decline, and by an inquiry after a lost answer', async () => {
    const shop = await newMerchant()
    const [one, other] = [await saveCard(shop), await saveCard(shop)]
    const declined = reported(`3/${YEAR + 6}`, { response_code: 'TRX_STATUS_DECLINED' })
    expect((await shop.authorize({ ...savedCard(one), ...declined })).body.result.status).toBe('DECLINED')
    expect(await show(one, shop)).toMatchObject({ expiration_month: 3 })
    await shop.authorize({ ...savedCard(other), ...reported(`4/${YEAR + 6}`, { simulate_fault: 'connection_reset' }) })
    await eventually('the inquiry', 40, async () =>
      (await show(other, shop)).expiration_month === 4 ? true : undefined,
    )
  })

  it('NUMBER_CHANGED and CONTACT_HOLDER stand on the card until it is changed', async () => {
    const shop = await newMerchant()
    const token = await saveCard(shop)
    for (const word of ['NUMBER_CHANGED', 'NUMBER_CHANGED', 'CONTACT_HOLDER']) {
      await shop.authorize({ ...savedCard(token), ...reported(word) })
      expect(await show(token, shop)).toMatchObject({ issuer_update: word })
    }
    const words = (await updates(shop)).map(({ issuer_update }) => issuer_update)
    expect(words).toEqual(['CONTACT_HOLDER', 'NUMBER_CHANGED'])
    const renewed = (await change(token, { expiration_year: YEAR + 5 }, shop)).body
    expect(renewed.issuer_update).toBeNull()
  })

  it('CLOSED suspends the agreements of the card and ends a recovery', async () => {
    const shop = await newMerchant()
    const { agreement_id } = await agree(shop)
    const declined = { simulate_card_update: 'CLOSED', response_code: 'TRX_STATUS_DECLINED' }
    const options = { recovery: { after_days: [1] } }
    expect(await charge(shop, agreement_id, { options }, declined)).toMatchObject({ status: 'DECLINED' })
    const agreement = await agreementOf(shop, agreement_id)
    expect(agreement).toMatchObject({ status: 'SUSPENDED', stop_reason: 'CARD_CLOSED' })
    expect(await show(agreement.payment_method.token, shop)).toMatchObject({ issuer_update: 'CLOSED' })
    expect(await eventsOfType(shop, 'agreement.suspended')).toHaveLength(1)
  })

  it('changes no card that a payment only saves', async () => {
    const token = await saveCard(merchant, reported(`3/${YEAR + 6}`))
    expect(await show(token)).toMatchObject({ expiration_month: 12 })
  })

  it.each(['13/2031', '3/31', 'CLOSE', 7])('%j is a 422 on its key', async (simulate_card_update) => {
    const { status, body } = await merchant.authorize({ metadata: { ...NO_THREE_DS, simulate_card_update } })
    expect([status, body.errors[0].property]).toEqual([422, 'metadata.simulate_card_update'])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { fewestStatements } from '#test/statements.ts'
import { BROWSER_INFO, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { agree, charge } from '../agreements/agreements.ts'
import { SAVE, savedCard } from '../saved-cards/saved-card-support.ts'
import { chargesOf, eventsOf } from '../three-ds/shopper.ts'
import { panOnly, pay, withProof } from '../wallet-tokens/wallet.ts'
import { entriesOf, listed, paid } from './listing.ts'

// Block and allow lists (docs/reference/lists.md).

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const NUMBER = '4111111111111111'
const OTHER = { number: '5555555555554444' }
const BLOCKED = { status: 'DECLINED', processing_code: '4100' }

/** A merchant whose customer's card is on the block list. */
async function withBlockedCard() {
  const merchant = await app.newMerchant()
  const first = await paid(merchant, { ...SAVE, customer: { email: 'ada@shop.example' } })
  const body = { transaction_id: first.id, kinds: ['card_hash', 'customer_id'], reason: 'chargeback' }
  return { merchant, first, added: await listed(merchant, 'block', body) }
}

describe('a card on the block list', () => {
  it('is declined with 4100 before 3-D Secure, with one event, and no provider is asked', async () => {
    const { merchant, first, added } = await withBlockedCard()
    const [entry] = added.items
    expect(added).toMatchObject({ skipped: ['customer_id'], items: [{ kind: 'card_hash', reason: 'chargeback' }] })
    const { body } = await merchant.authorize({ metadata: {} })
    expect(body).toMatchObject({ action: null, result: { ...BLOCKED, allowed_actions: [], approved: false } })
    const { result } = body
    expect(result.data.risk).toEqual(risk('BLOCK', entry.id))
    expect(result.payment_method.hash).toBeNull()
    expect(await chargesOf(merchant, result.id)).toEqual([])
    expect(await eventsOf(merchant, result.id)).toMatchObject([BLOCKED])
    expect((await merchant.status(result.id)).transaction).toEqual(result)
    expect(await entriesOf(merchant, 'block')).toMatchObject([{ id: entry.id, hits: 1 }])
    expect(await paid(merchant, {}, OTHER)).toMatchObject({
      status: 'APPROVED',
      data: expect.not.objectContaining({ risk: expect.anything() }),
    })
    expect(first.status).toBe('APPROVED')
  })

  it('is declined as a saved card, in a wallet token and by agreement too', async () => {
    const merchant = await app.newMerchant()
    const first = await agree(merchant)
    await listed(merchant, 'block', { kind: 'card_hash', value: first.payment_method.hash })
    const saved = { ...savedCard(first.payment_method.token), browser_info: BROWSER_INFO, metadata: {} }
    expect(await paid(merchant, saved)).toMatchObject(BLOCKED)
    expect(await charge(merchant, first.agreement_id)).toMatchObject({
      ...BLOCKED,
      data: { risk: { decision: 'BLOCK' } },
    })
    const token = await panOnly(merchant, { card_number: NUMBER })
    const { result } = (await pay(merchant, token, { browser_info: BROWSER_INFO })).body
    expect(result).toMatchObject(BLOCKED)
    expect((await pay(merchant, await withProof(merchant, { card_number: OTHER.number }))).body.result.status).toBe(
      'APPROVED',
    )
  })

  it('appears nowhere with its number', async () => {
    const { merchant, added } = await withBlockedCard()
    const list = await merchant.call('GET', '/api/lists/block')
    const rows = await app.database
      .sql`select row_to_json(entry) from list_entries entry where merchant_id = ${merchant.merchantId}`
    expect(JSON.stringify([added, list.body, rows])).not.toContain(NUMBER)
  })
})

/** Lists a value: it stops payments with it and no others, until it is removed. */
async function stops(kind: string, value: string, changes: Record<string, unknown>, shown: string) {
  const merchant = await app.newMerchant()
  const entry = await listed(merchant, 'block', { kind, value })
  expect(entry).toMatchObject({ list: 'block', kind, value: shown, reason: null, expires_at: null, hits: 0 })
  expect(await paid(merchant, changes)).toMatchObject({ ...BLOCKED, data: { risk: { list: entry.id } } })
  const { body } = await merchant.call('POST', '/api/rules/risk/evaluate', { body: fieldsOf(changes) })
  expect(body.risk).toEqual(risk('BLOCK', entry.id))
  const unlike = { customer: { id: 'other', email: 'x@other.example', country: 'RO' }, customer_ip: '203.0.113.9' }
  expect((await paid(merchant, unlike, OTHER)).status).toBe('APPROVED')
  expect((await merchant.call('DELETE', `/api/lists/block/${entry.id}`)).status).toBe(204)
  expect((await paid(merchant, changes)).status).toBe('APPROVED')
}

describe('an entry stops payments', () => {
  it.each([
    ['email', 'Ada.Lovelace@Shop.Example', { customer: { email: 'ada.LOVELACE@shop.example' } }, 'a***@shop.example'],
    ['customer_ip', '198.51.100.77/24', { customer_ip: '198.51.100.200' }, '198.51.100.0/24'],
    ['customer_ip', '2001:db8:1:2::5', { customer_ip: '2001:db8:1:2:ffff::1' }, '2001:db8:***'],
    ['country', 'kp', { customer: { country: 'KP' } }, 'KP'],
    ['bin', '41111111', {}, '41111111'],
  ])('by %s %s', stops)

  it('by email in every spelling of it, and in no other', async () => {
    const merchant = await app.newMerchant()
    await listed(merchant, 'block', { kind: 'email', value: 'ana.B@M\u00dcNCHEN.example' })
    await listed(merchant, 'block', { kind: 'email_domain', value: 'Throwaway.example.' })
    const blocked = async (email: string) => (await paid(merchant, { customer: { email } })).processing_code
    for (const email of [
      'ana.b@m\u00fcnchen.example.',
      'an\u200ba.b@xn--mnchen-3ya.example',
      'ana.b@mu\u0308n\u00adchen.example',
      '\uff21na.b\uff20m\u00fcnchen\uff0eexample',
      '\u202eana.b@m\u00fcnchen.example\u202c ',
      'x@Throwaway\u200b.example.',
    ])
      expect([email, await blocked(email)]).toEqual([email, BLOCKED.processing_code])
    for (const email of ['ana.b+tea@m\u00fcnchen.example', '\u0430na.b@m\u00fcnchen.example'])
      expect([email, await blocked(email)]).toEqual([email, '0000'])
    const { items } = (
      await merchant.call('GET', `/api/lists/block?value=${encodeURIComponent(' ANA.b@xn--mnchen-3ya.example.')}`)
    ).body
    expect(items).toMatchObject([{ value: 'a***@m\u00fcnchen.example', hits: 5 }])
  })

  it.each([
    ['email_domain', '@Throwaway.Example', { customer: { email: 'x@throwaway.EXAMPLE' } }, 'throwaway.example'],
    ['customer_id', 'cus-4711', { customer: { id: 'cus-4711' } }, 'cu***'],
    ['email', 'Ada@München.Example', { customer: { email: 'ada@xn--mnchen-3ya.example' } }, 'a***@münchen.example'],
    ['customer_ip', '198.51.100.7/32', { customer_ip: '198.51.100.7' }, '198.51.***'],
    ['customer_ip', '198.51.100.7', { customer_ip: '198.51.100.7' }, '198.51.***'],
    ['customer_ip', '2001:db8:1:2::/64', { customer_ip: '2001:db8:1:2:a::1' }, '2001:db8:1:2::/64'],
    ['customer_ip', '2001:db8::/31', { customer_ip: '2001:db9::1' }, '2001:db8::/31'],
    ['bin', '411111', {}, '411111'],
  ])('by %s %s', { tags: ['full'] }, stops)

  it('until it expires by the clock of the merchant', async () => {
    const merchant = await app.newMerchant()
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const entry = await listed(merchant, 'block', { kind: 'bin', value: '411111', expires_at })
    expect(entry.expires_at).toBe(expires_at)
    expect(await paid(merchant)).toMatchObject(BLOCKED)
    await merchant.call('POST', '/api/test-clock', { body: { advance_seconds: 3601 } })
    expect((await paid(merchant)).status).toBe('APPROVED')
  })

  it('of its merchant only, and none that begins after its removal', async () => {
    const [merchant, other] = await Promise.all([app.newMerchant(), app.newMerchant()])
    const second = await app.secondApi()
    const entry = await listed(merchant, 'block', { kind: 'bin', value: '411111' })
    const there = async () => {
      const { body } = await merchant.call('POST', '/api/transactions/authorize', {
        body: merchant.order(),
        at: second,
      })
      return body.result.status
    }
    expect([await there(), (await paid(other)).status]).toEqual(['DECLINED', 'APPROVED'])
    expect((await other.call('DELETE', `/api/lists/block/${entry.id}`)).status).toBe(404)
    await merchant.call('DELETE', `/api/lists/block/${entry.id}`)
    expect(await there()).toBe('APPROVED')
    await listed(merchant, 'block', { kind: 'bin', value: '411111' })
    expect(await there()).toBe('DECLINED')
  })
})

describe('the allow list', () => {
  it('names its entry, and yields to the block list', async () => {
    const merchant = await app.newMerchant()
    const allowed = await listed(merchant, 'allow', { kind: 'email', value: 'ada@shop.example' })
    const customer = { email: 'Ada@shop.example' }
    expect(await paid(merchant, { customer })).toMatchObject({
      status: 'APPROVED',
      data: { risk: risk('ALLOW', allowed.id) },
    })
    const blocked = await listed(merchant, 'block', { kind: 'bin', value: '411111' })
    expect(await paid(merchant, { customer })).toMatchObject({ ...BLOCKED, data: { risk: { list: blocked.id } } })
    expect(await entriesOf(merchant, 'allow')).toMatchObject([{ hits: 1 }])
  })

  it('leaves the card-testing limit as it is', async () => {
    const merchant = await app.newMerchant({ terminal: { cardTestingLimit: { cards: 1, windowSeconds: 600 } } })
    const customer_ip = '203.0.113.50'
    const { id } = await listed(merchant, 'allow', { kind: 'customer_ip', value: customer_ip })
    const declined = { customer_ip, metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } }
    expect(await paid(merchant, declined)).toMatchObject({ processing_code: '1000' })
    expect(await paid(merchant, { customer_ip }, OTHER)).toMatchObject({
      processing_code: '4200',
      data: { risk: risk('ALLOW', id) },
    })
  })
})

it('a merchant with entries pays one statement more for each payment', async () => {
  const [none, using] = [await app.newMerchant(), await app.newMerchant()]
  await listed(using, 'block', { kind: 'email', value: 'eve@shop.example' })
  await app.stopWorker()
  const statementsOf = async (merchant: TestMerchant) => {
    const sent = await fewestStatements(app.database.url, async () => {
      expect((await paid(merchant, { customer_ip: '2001:db8::1' })).status).toBe('APPROVED')
    })
    return sent.length
  }
  const usual = await statementsOf(none)
  expect(await statementsOf(using)).toBe(usual + 1)
})

/** A payment with this card in the fields of rules. */
function fieldsOf({ customer = {}, customer_ip }: Record<string, unknown>) {
  const { id: customer_id, ...fields } = customer as Record<string, unknown>
  return {
    bin: NUMBER.slice(0, 8),
    ...fields,
    ...(customer_id ? { customer_id } : {}),
    ...(customer_ip ? { customer_ip } : {}),
  }
}

function risk(decision: string, list: string) {
  return { decision, list, rule: null, version: 0, matched: [], shadow: [] }
}

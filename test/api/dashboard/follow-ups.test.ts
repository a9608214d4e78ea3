import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomText } from '#domain/ids.ts'
import { attributesOf, fieldsOf, inputOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { approved, authorized, type Shown } from '../manage/follow-ups.ts'

let app: RunningGateway
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  owner = await newVisitor(app, 'owner', app.merchant.merchantId)
})
afterAll(() => app.close())

const pathOf = ({ id }: Shown, action = '') => `/dashboard/transactions/${id}${action && `/${action}`}`
const formOf = async (payment: Shown, action: string) => {
  const { headers } = await owner.get(pathOf(payment, action))
  return (await owner.get(headers.get('location') ?? '')).text
}
const keyOf = async (payment: Shown, action: string) => inputOf(await formOf(payment, action), 'key') ?? ''
const send = (payment: Shown, action: string, fields: Record<string, string>, by = owner) =>
  by.post(pathOf(payment, action), fields)
const refundsOf = async ({ id }: Shown): Promise<{ amount: bigint; metadata: object; status: string }[]> =>
  (await app.merchant.call('GET', `/api/transactions?parent_id=${id}`)).body.items

/** Value and words of the button that moves the money. */
function confirmOf(page: string): string[] {
  const [, value, words] = /<button[^>]* name="shown" value="(\d*)"[^>]*>([^<]*)</.exec(page) ?? []
  return [value ?? '', words ?? '']
}

describe('a refund', () => {
  it('in part lowers what is left, names the person and the reason, and is in the audit log without it', async () => {
    const payment = await approved(app.merchant, { amount: 5000 })
    const form = await formOf(payment, 'refund')
    expect(inputOf(form, 'amount')).toBe('50.00')
    expect(form).toContain('Saved with the refund.')
    const key = inputOf(form, 'key') ?? ''
    const sent = await send(payment, 'refund', { key, amount: '12,34', reason: 'One bag was torn' })
    expect(sent.status).toBe(303)
    const page = await owner.get(sent.headers.get('location') ?? '')
    expect(fieldsOf(page.text, 'refundable')).toEqual(['€37.66'])
    expect(fieldsOf(page.text, 'done')).toEqual(['Refund of €12.34 succeeded.'])
    expect(fieldsOf(page.text, 'person')).toEqual(['The owner'])
    expect(fieldsOf(page.text, 'actor')).toContain('The owner')
    expect(await refundsOf(payment)).toMatchObject([
      { amount: 1234n, metadata: { requested_by: 'The owner', reason: 'One bag was torn' } },
    ])
    const { items } = (await app.merchant.call('GET', `/api/audit-log?subject=${payment.id}`)).body
    expect(items).toMatchObject([
      {
        action: 'transaction.refund',
        actor: owner.personId,
        changes: { amount: '1234', name: 'The owner', reason: 'given' },
      },
    ])
    const { text } = await owner.get(`/dashboard/audit-log?subject=${payment.id}`)
    expect(fieldsOf(text, 'changes')[0]).toContain('€12.34')
  })

  it.each(['1,234.56', '0', '-1', '', 'all', '50.01', '12.345', '1e3'])(
    'of “%s” is refused at its field',
    async (amount) => {
      const payment = await approved(app.merchant, { amount: 5000 })
      const { status, text } = await send(payment, 'refund', { key: 'key-1', amount, reason: 'torn' })
      expect([status, attributesOf(text, 'data-problem')]).toEqual([422, ['amount']])
      expect(inputOf(text, 'amount')).toBe(amount)
      expect(text).toContain('torn</textarea>')
      expect(await refundsOf(payment)).toEqual([])
    },
  )

  it('of more than is left is refused, and no button names the amount', async () => {
    const payment = await approved(app.merchant, { amount: 750 })
    const { text } = await send(payment, 'refund', { key: 'key-1', amount: '9,999.00', shown: '999900' })
    expect([attributesOf(text, 'data-problem'), confirmOf(text)]).toEqual([['amount'], ['', 'Refund']])
    expect(text).toContain('The maximum is €7.50.')
  })

  it.each([
    ['1,000', 'JOD\u00a01,000.000', 'JOD\u00a01.000'],
    ['1.000', 'JOD\u00a01.000', 'JOD\u00a01,000.000'],
  ])(
    'of “%s” dinars, which could be two amounts, is refused with both named, and done once one is chosen',
    async (amount, one, other) => {
      const payment = await approved(app.merchant, { amount: 2_500_000, currency: 'JOD' })
      const fields = { key: await keyOf(payment, 'refund'), amount }
      const { status, text } = await send(payment, 'refund', fields)
      expect([status, attributesOf(text, 'data-problem')]).toEqual([422, ['amount']])
      expect(text).toContain(`“${amount}” could mean ${one} or ${other}`)
      expect(await refundsOf(payment)).toEqual([])
      const chosen = { ...fields, reading: '1000000' }
      const asked = await send(payment, 'refund', { ...chosen, shown: '' })
      expect([asked.status, confirmOf(asked.text)]).toEqual([200, ['1000000', 'Refund JOD\u00a01,000.000']])
      expect(await refundsOf(payment)).toEqual([])
      expect((await send(payment, 'refund', { ...chosen, shown: '1000000' })).status).toBe(303)
      expect(await refundsOf(payment)).toMatchObject([{ amount: 1_000_000n }])
    },
  )

  it('of the very text of the page is done: grouped as it groups, and what it fills in', async () => {
    const payment = await approved(app.merchant, { amount: 2_500_000, currency: 'JOD' })
    await send(payment, 'refund', { key: await keyOf(payment, 'refund'), amount: '2,000.000' })
    const form = await formOf(payment, 'refund')
    const filledIn = inputOf(form, 'amount') ?? ''
    expect([filledIn, ...confirmOf(form)]).toEqual(['500.000', '500000', 'Refund JOD\u00a0500.000'])
    await send(payment, 'refund', { key: inputOf(form, 'key') ?? '', amount: filledIn, shown: '500000' })
    expect((await refundsOf(payment)).map(({ amount }) => amount)).toEqual([500_000n, 2_000_000n])
  })

  it('is not done by a button that names another amount: the page comes again with the amount on it', async () => {
    const payment = await approved(app.merchant, { amount: 5000 })
    const form = await formOf(payment, 'refund')
    const [shown, words] = confirmOf(form)
    expect([shown, words]).toEqual(['5000', 'Refund €50.00'])
    const fields = { key: inputOf(form, 'key') ?? '', amount: '12.34', reason: 'torn' }
    const asked = await send(payment, 'refund', { ...fields, shown: shown! })
    expect([asked.status, ...confirmOf(asked.text)]).toEqual([200, '1234', 'Refund €12.34'])
    expect(asked.text).toContain('torn</textarea>')
    expect(await refundsOf(payment)).toEqual([])
    expect((await send(payment, 'refund', { ...fields, shown: '1234' })).status).toBe(303)
  })

  it('is one, however often its form is sent', async () => {
    const payment = await approved(app.merchant, { amount: 5000 })
    const fields = { key: await keyOf(payment, 'refund'), amount: '30' }
    const twice = await Promise.all([send(payment, 'refund', fields), send(payment, 'refund', fields)])
    const later = await send(payment, 'refund', fields)
    const locations = [...twice, later].map(({ headers }) => headers.get('location'))
    expect(new Set(locations).size).toBe(1)
    const other = await send(payment, 'refund', { ...fields, amount: '20' })
    expect([other.status, attributesOf(other.text, 'data-problem')]).toEqual([422, ['form']])
    expect(await refundsOf(payment)).toHaveLength(1)
  })

  it('of all there is leaves nothing to refund, and its form leads back', async () => {
    const payment = await approved(app.merchant, { amount: 4001 })
    const sent = await send(payment, 'refund', { key: await keyOf(payment, 'refund'), amount: '40.01' })
    const page = await owner.get(sent.headers.get('location') ?? '')
    expect(attributesOf(page.text, 'data-action')).not.toContain('refund')
    expect((await owner.get(pathOf(payment, 'refund'))).headers.get('location')).toBe(pathOf(payment))
  })
})

it('a capture takes a part, and the last one releases the rest', async () => {
  const payment = await authorized(app.merchant, { amount: 1000, currency: 'KWD' })
  await send(payment, 'capture', { key: await keyOf(payment, 'capture'), amount: '0.4', final: 'yes' })
  const { text } = await owner.get(pathOf(payment))
  expect([fieldsOf(text, 'captured'), fieldsOf(text, 'capturable')]).toEqual([['KWD\u00a00.400'], ['KWD\u00a00.000']])
  expect(attributesOf(text, 'data-action').filter((action) => /capture|refund|void/.test(action))).toEqual(['refund'])
})

it('a void takes everything back', async () => {
  const payment = await authorized(app.merchant, { amount: 1000 })
  expect((await send(payment, 'void', { key: await keyOf(payment, 'void') })).status).toBe(303)
  const { text } = await owner.get(pathOf(payment))
  expect(fieldsOf(text, 'sentence')).toEqual(['Voided. The full amount is returned, and nothing is settled.'])
})

it('what is shown is what the API allows and the role too', async () => {
  const cases: [string, Shown][] = [
    ['an authorization', await authorized(app.merchant, { amount: 1000 })],
    ['a purchase', await approved(app.merchant, { amount: 1000 })],
  ]
  const developer = await newVisitor(app, 'developer', app.merchant.merchantId)
  for (const [what, payment] of cases) {
    const { allowed_actions } = (await app.merchant.status(payment.id)).transaction
    const shown = async (visitor: Visitor) =>
      attributesOf((await visitor.get(pathOf(payment))).text, 'data-action').filter((action) =>
        /^(capture|refund|void)$/.test(action),
      )
    expect([what, await shown(owner)]).toEqual([what, allowed_actions])
    expect([what, await shown(developer)]).toEqual([what, []])
  }
})

describe('support', () => {
  it('moves nothing until an owner sets a limit, then up to it at a time', async () => {
    const merchant = await app.newMerchant()
    const [boss, admin, support] = await Promise.all([
      newVisitor(app, 'owner', merchant.merchantId),
      newVisitor(app, 'admin', merchant.merchantId),
      newVisitor(app, 'support', merchant.merchantId),
    ])
    const payment = await approved(merchant, { amount: 5000 })
    const actions = async () =>
      attributesOf((await support.get(pathOf(payment))).text, 'data-action').filter((name) => /refund|void/.test(name))
    const refund = (amount: string) => send(payment, 'refund', { key: randomText(32), amount }, support)
    expect(await actions()).toEqual([])
    expect((await refund('0.01')).status).toBe(422)

    const setLimit = (by: Visitor, support_limit: string) => by.post('/dashboard/team/support-limit', { support_limit })
    expect((await setLimit(admin, '20.00')).status).toBe(422)
    expect((await setLimit(boss, '1.000')).status).toBe(422)
    expect((await setLimit(boss, '20.00')).status).toBe(303)
    expect(await actions()).toEqual(['refund'])
    const refused = await refund('20.01')
    expect([refused.status, attributesOf(refused.text, 'data-problem')]).toEqual([422, ['amount']])
    expect((await refund('20')).status).toBe(303)
    const { items } = (await merchant.call('GET', `/api/transactions?parent_id=${payment.id}`)).body
    expect(items).toMatchObject([{ amount: 2000n, status: 'APPROVED' }])
  })
})

it('requires re-authentication before money moves back, and does not find a payment of another merchant', async () => {
  const payment = await approved(app.merchant, { amount: 1000 })
  const tired = await newVisitor(app, 'owner', app.merchant.merchantId)
  await app.database.sql`
    update dashboard_sessions set proved_at = now() - interval '301 seconds' where person_id = ${tired.personId}`
  const asked = await send(payment, 'refund', { key: 'k', amount: '1' }, tired)
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/dashboard/step-up'])
  const stranger = await newVisitor(app, 'owner', (await app.newMerchant()).merchantId)
  expect((await send(payment, 'refund', { key: 'k', amount: '1' }, stranger)).status).toBe(404)
  expect(await refundsOf(payment)).toEqual([])
})

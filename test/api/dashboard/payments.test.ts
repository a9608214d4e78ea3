import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { approved, authorized, done } from '../manage/follow-ups.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
// biome-ignore lint/suspicious/noExplicitAny: records, as the wire has them
const paid: Record<string, any> = {}

const HOSTILE = '"><script>alert(1)</script>'
const PATH = '/dashboard/transactions'

beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant({ merchant: { timeZone: 'Asia/Tokyo' } })
  owner = await newVisitor(app, 'owner', merchant.merchantId)
  const pay = async (changes: object, card = {}) => (await merchant.authorize({ ...changes }, card)).body.result
  paid.yen = await pay({
    currency: 'JPY',
    amount: 1250,
    customer: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Lindqvist' },
  })
  const response_code = 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS'
  paid.declined = await pay({ currency: 'KWD', metadata: { ...NOT_ENROLLED, response_code } })
  paid.hostile = await pay({ reference: HOSTILE, description: HOSTILE, amount: 777 }, { number: '5555555555554444' })
})
afterAll(() => app.close())

const idsOn = async (query: Record<string, string>, by = owner) =>
  attributesOf((await by.get(`${PATH}?${new URLSearchParams(query)}`)).text, 'data-id')

it('a decline never reads “approved”, on its page, in its timeline or in the export', async () => {
  const { id } = paid.declined
  const { text } = await owner.get(`${PATH}/${id}`)
  const [above] = text.split('<pre')
  expect(above!.replace(/<[^>]*>/g, ' ').replace(/allowed|Approval/g, '')).not.toMatch(/approved/i)
  const { items } = (await merchant.call('GET', `/api/transactions/${id}/timeline`)).body
  expect(JSON.stringify(items)).not.toMatch(/approved/i)
  const lines = (await merchant.call('GET', '/api/transactions.csv')).text.split('\r\n')
  expect(lines.filter((line) => line.startsWith(id) && /approved/i.test(line))).toEqual([])
  expect((await merchant.status(id)).transaction.response_message).toBe('approved')
})

describe('the list', () => {
  it('shows each payment as the API has it, with the decimals of its currency', async () => {
    const { status, text } = await owner.get(PATH)
    expect(status).toBe(200)
    const { items } = (await merchant.call('GET', '/api/transactions')).body
    expect(attributesOf(text, 'data-id')).toEqual(items.map(({ id }: { id: string }) => id))
    expect(fieldsOf(text, 'amount')).toEqual(['€7.77', 'KWD\u00a01.250', '¥1,250'])
    expect(fieldsOf(text, 'status')).toEqual(['Approved', 'Declined', 'Approved'])
    expect(fieldsOf(text, 'reference')).toEqual(items.map(({ reference }: { reference: string }) => reference))
    expect(attributesOf(text, 'datetime')).toEqual(items.map(({ created_at }: { created_at: string }) => created_at))
    expect(fieldsOf(text, 'count')).toEqual(['3'])
    expect(text).not.toContain('<script>alert')
  })

  it('offers methods in the order of their labels', async () => {
    const [, options = ''] = /<select[^>]* name="method"[^>]*>([\s\S]*?)<\/select>/.exec((await owner.get(PATH)).text)!
    const labels = [...options.matchAll(/<option value="[^"]+"[^>]*>([^<]+)</g)].map(([, label]) => label!)
    expect(labels.length).toBeGreaterThan(30)
    expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect(labels).toEqual(expect.arrayContaining(['Pay by bank', 'Gift card']))
  })

  it('narrows by what stands in its address, and by what is typed into the search box', async () => {
    const { yen, declined, hostile } = paid
    const cases: [Record<string, string>, { id: string }[]][] = [
      [{ status: 'DECLINED' }, [declined]],
      [{ status: 'APPROVED', currency: 'eur' }, [hostile]],
      [{ amount: '1250' }, [yen]],
      [{ amount: '1,25' }, [declined]],
      [{ amount: '7.77', currency: 'EUR' }, [hostile]],
      [{ terminal: 'ter_nothing' }, []],
      [{ from: '2020-01-01', to: '2020-12-31' }, []],
      [{ brand: 'mastercard', type: 'PURCHASE', method: 'card' }, [hostile]],
      [{ code: '1004' }, [declined]],
      [{ q: '4444' }, [hostile]],
      [{ q: 'ada@shop.example' }, [yen]],
      [{ q: HOSTILE }, [hostile]],
      [{ q: yen.id }, [yen]],
      [{ q: 'lindq' }, [yen]],
      [{ q: 'ADA LIND' }, [yen]],
      [{ q: 'da' }, []],
      [{ q: HOSTILE.slice(0, 4) }, [hostile]],
    ]
    for (const [query, expected] of cases) {
      expect([query, await idsOn(query)]).toEqual([query, expected.map(({ id }) => id)])
    }
  })

  it('has tabs that keep the other filters, and the one that is open says so', async () => {
    const tabsOf = async (query: string) => {
      const { text } = await owner.get(`${PATH}${query}`)
      const tabs = [...text.matchAll(/<a href="([^"]*)" data-tab="(\w+)"( aria-current="page")?>/g)]
      return tabs.map(([, href, tab, open]) => [tab, href!.replaceAll('&amp;', '&'), open !== undefined])
    }
    const tabs = (search: string, open?: string) =>
      [
        ['all', search],
        ['succeeded', `${search}&status=APPROVED`],
        ['declined', `${search}&status=DECLINED`],
        ['pending', `${search}&status=PENDING`],
        ['refunded', `${search}&refunded=yes`],
      ].map(([tab, href]) => [tab, `${PATH}?${href}`, tab === open])
    expect(await tabsOf('?method=card&status=DECLINED')).toEqual(tabs('method=card', 'declined'))
    expect(await tabsOf('?method=card&refunded=yes')).toEqual(tabs('method=card', 'refunded'))
    expect(await tabsOf('?method=card&status=CANCELED')).toEqual(tabs('method=card'))
    expect((await tabsOf('')).filter(([, , open]) => open)).toEqual([['all', PATH, true]])
  })

  it('lists the payments of which something was refunded, as the API does, and says it at each', async () => {
    const trader = await app.newMerchant()
    const clerk = await newVisitor(app, 'owner', trader.merchantId)
    const [partly, fully] = [await approved(trader), await approved(trader), await approved(trader)]
    await done(trader, partly, 'REFUND', { amount: 400 })
    await done(trader, fully, 'REFUND')
    const { items } = (await trader.call('GET', '/api/transactions?refunded=true')).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([fully.id, partly.id])
    const { text } = await clerk.get(`${PATH}?refunded=yes`)
    expect(attributesOf(text, 'data-id')).toEqual([fully.id, partly.id])
    expect(fieldsOf(text, 'status')).toEqual(['Refunded', 'Partially refunded'])
    expect(attributesOf(text, 'data-status')).toEqual(['APPROVED', 'APPROVED'])
    expect((await trader.call('GET', '/api/transactions/count?refunded=true')).body.count).toBe(2)
  })

  it('has one row a payment, with its customer and how far it is; what follows it is found by its type or ID', async () => {
    const trader = await app.newMerchant()
    const clerk = await newVisitor(app, 'owner', trader.merchantId)
    const held = await authorized(trader, { customer: { email: 'ada@shop.example' } })
    const captured = await authorized(trader, { amount: 2000, customer: { first_name: 'Ada', last_name: 'L' } })
    const capture = await done(trader, captured, 'CAPTURE')
    const part = await authorized(trader, { amount: 2000 })
    await done(trader, part, 'CAPTURE', { amount: 500 })
    const voided = await authorized(trader)
    await done(trader, voided, 'VOID')
    const { text } = await clerk.get(PATH)
    expect(attributesOf(text, 'data-id').filter((id) => id.startsWith('trx'))).toEqual(
      [voided, part, captured, held].map(({ id }) => id),
    )
    expect(fieldsOf(text, 'status')).toEqual(['Voided', 'Partially captured', 'Captured', 'Approved'])
    expect(fieldsOf(text, 'customer')).toEqual(['', '', 'Ada L', 'ada@shop.example'])
    expect([fieldsOf(text, 'count'), fieldsOf(text, 'type')]).toEqual([['4'], []])
    const captures = (await clerk.get(`${PATH}?type=CAPTURE`)).text
    expect(attributesOf(captures, 'data-id')).toHaveLength(2)
    expect([fieldsOf(captures, 'type'), fieldsOf(captures, 'status')]).toEqual([
      ['Capture', 'Capture'],
      ['Approved', 'Approved'],
    ])
    expect(await idsOn({ q: capture.id }, clerk)).toEqual([capture.id])
    expect(await idsOn({ q: captured.reference }, clerk)).toEqual([captured.id])
    expect((await clerk.get(`${PATH}.csv`)).text).toContain(capture.id)
    const viewer = await newVisitor(app, 'viewer', trader.merchantId)
    expect((await viewer.get(PATH)).text).not.toContain('ada@shop.example')
  })

  it('has a cross at each filter that is set, which leads to the list without it', async () => {
    const { text } = await owner.get(`${PATH}?status=DECLINED&amount=12&q=ada`)
    const crosses = [...text.matchAll(/<a href="([^"]*)" data-action="remove-filter" aria-label="([^"]*)"/g)]
    expect(
      crosses.map(([, href, words]) => [words, new URL(`http://x${href!.replaceAll('&amp;', '&')}`).search]),
    ).toEqual([
      ['Remove Status', '?q=ada&amount=12'],
      ['Remove Amount', '?q=ada&status=DECLINED'],
    ])
    expect((await owner.get(PATH)).text).not.toContain('remove-filter')
  })

  it('says at its field what makes no sense, and keeps it', async () => {
    const { status, text } = await owner.get(`${PATH}?from=tomorrow&amount=x&status=PAID&currency=EURO`)
    expect(status).toBe(200)
    expect(attributesOf(text, 'data-problem').sort()).toEqual(['amount', 'currency', 'from', 'status'])
    expect(text).toContain('value="tomorrow"')
  })

  it('distinguishes an empty list from filters without matches', async () => {
    const fresh = await newVisitor(app, 'owner', (await app.newMerchant()).merchantId)
    expect(attributesOf((await fresh.get(PATH)).text, 'data-state')).toContain('empty')
    expect(attributesOf((await owner.get(`${PATH}?q=nothing-like-it`)).text, 'data-state')).toContain('no-match')
  })

  it('finds names, references and emails however accents, apostrophes and domains are typed', async () => {
    const seller = await app.newMerchant()
    const visitor = await newVisitor(app, 'owner', seller.merchantId)
    const customer = { first_name: 'Zo\u00eb', last_name: 'O\u2019Neil', email: 'zoe@M\u00dcNCHEN.example ' }
    const reference = 'Jose\u0301-7'
    const { id } = (await seller.authorize({ reference, customer, metadata: NOT_ENROLLED })).body.result
    const names = ['zoe', 'ZOE\u0308 o\u2019ne', "o'neil", 'O\u02bcNEIL', 'oneil', 'jos\u00e9']
    const texts = ['jose-7', 'Jos\u00e9-7', 'zoe@xn--mnchen-3ya.example.', 'ZOE@m\u00fcnchen.example']
    for (const q of [...names, ...texts]) expect([q, await idsOn({ q }, visitor)]).toEqual([q, [id]])
    for (const q of ["'''", '\u0301\u0301\u0301', "o''''neal"])
      expect([q, await idsOn({ q }, visitor)]).toEqual([q, []])
    const found = async (query: string) =>
      (await seller.call('GET', `/api/transactions?${query}`)).body.items.map((item: { id: string }) => item.id)
    for (const q of texts) expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, [id]])
    expect((await seller.status(id)).transaction).toMatchObject({
      reference,
      customer: { ...customer, email: customer.email.trim() },
    })
  })

  it('finds no customer for a role that does not see them', async () => {
    const developer = await newVisitor(app, 'developer', merchant.merchantId)
    expect(await idsOn({ q: 'ada@shop.example' }, developer)).toEqual([])
    expect(await idsOn({ q: paid.yen.id }, developer)).toEqual([paid.yen.id])
    expect(await idsOn({ q: 'Lindqvist' }, developer)).toEqual([])
    const support = await newVisitor(app, 'support', merchant.merchantId)
    expect(await idsOn({ q: 'Lindqvist' }, support)).toHaveLength(1)
    expect(await idsOn({ q: 'ada@shop.example' }, support)).toHaveLength(1)

    const buyer = await app.newMerchant()
    const [buyersDeveloper, buyersSupport] = await Promise.all([
      newVisitor(app, 'developer', buyer.merchantId),
      newVisitor(app, 'support', buyer.merchantId),
    ])
    const { id } = (await buyer.call('POST', '/api/customers', { body: {} })).body
    await buyer.authorize({ customer: { id }, metadata: NOT_ENROLLED })
    for (const query of [{ q: id }, { customer: id }] as Record<string, string>[]) {
      expect(await idsOn(query, buyersDeveloper)).toEqual([])
      expect(await idsOn(query, buyersSupport)).toHaveLength(1)
    }
  })

  it.each([
    'from=tomorrow',
    'status=PAID',
    'amount=x',
    'type=NONE',
    'method=cash',
    'brand=x',
    'currency=EURO',
    'to=2026-02-30',
  ])('exports no file by %s, which cannot be read, but shows the list with the problem', async (filter) => {
    const { status, headers, text } = await owner.get(`${PATH}.csv?${filter}`)
    expect([status, headers.get('content-type')]).toEqual([422, expect.stringContaining('text/html')])
    expect(attributesOf(text, 'data-problem')).toEqual([filter.split('=', 1)[0]])
  })

  it('exports what its filters leave, for those who may', async () => {
    const csv = await owner.get(`${PATH}.csv?status=DECLINED`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(paid.declined.id)
    const links = [...(await owner.get(`${PATH}?status=DECLINED`)).text.matchAll(/href="([^"]*csv[^"]*)"/g)]
    expect(links.map(([, href]) => href!.replaceAll('&amp;', '&'))).toEqual([
      `${PATH}.csv?status=DECLINED`,
      `${PATH}.csv?format=excel&status=DECLINED`,
    ])
    const excel = await owner.get(`${PATH}.csv?format=excel&status=DECLINED`)
    expect(excel.text.trim().split('\r\n')[1]).toMatch(new RegExp(`^${paid.declined.id};`))
    const refused = await (await newVisitor(app, 'viewer', merchant.merchantId)).get(`${PATH}.csv`)
    expect([refused.status, attributesOf(refused.text, 'data-state')]).toEqual([403, ['forbidden', 'idle-warning']])
  })
})

describe('a saved view', () => {
  const viewsOf = async (visitor: Visitor) => {
    const { text } = await visitor.get(PATH)
    return [...(/data-list="views">(.*?)<\/ul>/s.exec(text)?.[1] ?? '').matchAll(/href="([^"]*)"/g)].map(
      ([, href]) => href!,
    )
  }

  it('is a link to its filters: a private one for its person, a shared one for all users', async () => {
    const merchantId = (await app.newMerchant()).merchantId
    const [one, other] = [await newVisitor(app, 'owner', merchantId), await newVisitor(app, 'viewer', merchantId)]
    const search = '?status=DECLINED&q=4444&evil=1'
    const saved = await one.post('/dashboard/views', { name: HOSTILE, search })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PATH}?q=4444&status=DECLINED`])
    await one.post('/dashboard/views', { name: 'Shared', search: '?status=PENDING', shared: 'yes' })
    expect((await viewsOf(one)).sort()).toEqual([`${PATH}?q=4444&amp;status=DECLINED`, `${PATH}?status=PENDING`])
    expect(await viewsOf(other)).toEqual([`${PATH}?status=PENDING`])
    expect((await one.get(PATH)).text).not.toContain('<script>alert')
    await one.post('/dashboard/views', { name: 'Of Ana', search: '?customer=ana%40shop.example', shared: 'yes' })
    expect(await viewsOf(other)).toEqual([`${PATH}?status=PENDING`])
    const again = await one.post('/dashboard/views', { name: 'Shared', search, shared: 'yes' })
    expect([again.status, attributesOf(again.text, 'data-problem')]).toEqual([422, ['name']])
  })

  it('of another person cannot be deleted', async () => {
    const merchantId = (await app.newMerchant()).merchantId
    const [one, other] = [await newVisitor(app, 'owner', merchantId), await newVisitor(app, 'owner', merchantId)]
    await one.post('/dashboard/views', { name: 'Mine', search: '?status=PENDING' })
    const remove = /\/dashboard\/views\/[^/]+\/remove/.exec((await one.get(PATH)).text)![0]
    expect((await other.post(remove)).status).not.toBe(303)
    expect(await viewsOf(one)).toHaveLength(1)
    expect((await one.post(remove, { search: '' })).status).toBe(303)
    expect(await viewsOf(one)).toEqual([])
  })
})

describe('a payment', () => {
  it('says what happened to the money, step by step', async () => {
    const { text } = await owner.get(`${PATH}/${paid.declined.id}`)
    expect(fieldsOf(text, 'sentence')).toEqual(['Not charged. The issuer declined (1004: insufficient funds).'])
    const steps = (await merchant.call('GET', `/api/transactions/${paid.declined.id}/timeline`)).body.items
    expect(attributesOf(text, 'data-step')).toEqual(steps.map(({ kind }: { kind: string }) => kind))
    expect(attributesOf(text, 'data-action')).not.toContain('refund')
    const approved = await owner.get(`${PATH}/${paid.yen.id}`)
    expect(fieldsOf(approved.text, 'sentence')[0]).toMatch(/^Paid\. It settles on \d{1,2} \w{3} \d{4}\.$/)
    expect(fieldsOf(approved.text, 'refundable')).toEqual(['¥1,250'])
  })

  it('that failed its authentication names neither an issuer that declined nor an account that was not asked', async () => {
    const challenge = await toChallenge(merchant)
    const { result } = (await complete(merchant, challenge, 'N')).body
    const { text } = await owner.get(`${PATH}/${result.id}`)
    expect(fieldsOf(text, 'sentence')).toEqual(['Not charged. The shopper did not pass the bank’s check.'])
    expect([fieldsOf(text, 'account'), attributesOf(text, 'data-step').includes('attempt')]).toEqual([[], false])
    expect(fieldsOf((await owner.get(`${PATH}/${paid.declined.id}`)).text, 'account')).toHaveLength(1)
  })

  it('sends its events again, for roles that may', async () => {
    const { items } = (await merchant.call('GET', `/api/events?transaction_id=${paid.yen.id}`)).body
    const page = async (by: Visitor) => (await by.get(`${PATH}/${paid.yen.id}`)).text
    expect(attributesOf(await page(owner), 'data-action').filter((one) => one === 'redeliver')).toHaveLength(
      items.length,
    )
    expect(await page(owner)).toContain(`action="/dashboard/events/${items[0].id}/redeliver"`)
    const sent = await owner.post(`/dashboard/events/${items[0].id}/redeliver`)
    expect(sent.headers.get('location')).toBe(`/dashboard/events/${items[0].id}?done=redelivered`)
    const finance = await newVisitor(app, 'finance', merchant.merchantId)
    expect(attributesOf(await page(finance), 'data-action')).not.toContain('redeliver')
  })

  it('runs no markup in texts of a payment', async () => {
    const { text } = await owner.get(`${PATH}/${paid.hostile.id}`)
    expect(text).not.toContain('<script>alert')
    expect(fieldsOf(text, 'reference')).toContain(HOSTILE)
  })

  it('shows its customer only to roles that may see customers', async () => {
    const developer = await newVisitor(app, 'developer', merchant.merchantId)
    expect((await developer.get(`${PATH}/${paid.yen.id}`)).text).not.toContain('ada@shop.example')
    expect(fieldsOf((await owner.get(`${PATH}/${paid.yen.id}`)).text, 'email')).toEqual(['ada@shop.example'])
  })

  it('of another merchant is as unknown as one that does not exist', async () => {
    const stranger = await newVisitor(app, 'owner', app.merchant.merchantId)
    const pageOf = async (id: string) => {
      const { status, text } = await stranger.get(`${PATH}/${id}`)
      return [status, text.replaceAll(id, '').replaceAll(/nonce="[^"]*"/g, '')]
    }
    const foreign = await pageOf(paid.yen.id)
    expect(foreign).toEqual(await pageOf('trx_3MTvnothing'))
    expect(foreign[0]).toBe(404)
    expect(await idsOn({ q: paid.yen.id }, stranger)).toEqual([])
  })
})

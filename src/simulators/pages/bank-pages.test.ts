import { describe, expect, it } from 'vitest'
import type { Page } from '#html/layout.ts'
import { chargePage } from './charge-page.ts'
import { upiLink } from './upi-panel.ts'

const HOSTILE = `"><script>alert(1)</script>'`
const ADDRESS = 'https://gateway.example/simulators/checkouts/att_1'
const DAY_SECONDS = 24 * 3600

const CHARGE = {
  attemptId: 'att_1',
  merchantId: 'mer_1',
  transactionId: 'trx_1',
  state: 'AWAITING_SHOPPER',
  preset: 'APPROVED',
  money: { amount: 1250n, currency: 'EUR' },
  reference: HOSTILE,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  page: {
    method: 'UPI',
    merchantName: HOSTILE,
    returnUrl: 'https://gateway.example/returns/1',
    preset: null,
    texts: {
      responseMessage: null,
      approvalCode: null,
      referenceNumber: null,
      providerResponseCode: null,
      providerResponseMessage: null,
    },
  },
} as const

type Entered = Parameters<typeof chargePage>[2]

function pageOf(method: string, entered: Entered = {}, differs: Partial<Parameters<typeof chargePage>[0]> = {}): Page {
  const page = { ...CHARGE.page, method }
  return chargePage({ ...CHARGE, ...differs, page }, DAY_SECONDS, { ...entered, address: ADDRESS })
}

const outcomesOf = ({ html }: Page) => [...html.matchAll(/data-outcome="(\w+)"/g)].map(([, outcome]) => outcome)

const FACES: readonly (readonly [string, Entered])[] = [
  ['OPEN_BANKING', {}],
  ['OPEN_BANKING', { via: 'harbour' }],
  ['OPEN_BANKING', { via: HOSTILE }],
  ['UPI', {}],
  ['UPI', { vpa: HOSTILE }],
  ['UPI', { vpa: 'ada@harbour' }],
  ['WALLETS', {}],
  ['WALLETS', { via: 'purse' }],
  ['BANK_TRANSFER', {}],
  ['BANK_TRANSFER', { amount: HOSTILE }],
  ['QR_CODE', {}],
]

describe.each(FACES)('%s with %j', (method, entered) => {
  const page = pageOf(method, entered)

  it('shows every outcome, in plain forms that need no script, and says what it stands in for', () => {
    expect(outcomesOf(page).sort()).toEqual(['APPROVED', 'CANCELED', 'DECLINED', 'PENDING'])
    expect(page.html).not.toMatch(/<script(?! type="module" src=)|\son\w+=|\sstyle=/)
    expect(page.html).toMatch(/<aside class="ribbon".*simulates .* No real money moves\./)
  })

  it('escapes text from outside', () => expect(page.html).not.toContain(HOSTILE))
})

describe.each(['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE'])('%s', (method) => {
  it.each(['CHARGED', 'REFUSED', 'REVERSED', 'BARRED'] as const)('only leads back once it is %s', (state) => {
    const page = pageOf(method, {}, { state })
    expect(outcomesOf(page)).toEqual([])
    expect(page.html).toContain('href="https://gateway.example/returns/1"')
  })
})

describe('a bank transfer', () => {
  const transfers = [
    { direction: 'OUT', amount: 100n, createdAt: new Date() },
    { direction: 'IN', amount: 600n, createdAt: new Date() },
  ] as const

  it('says how much of it has arrived, and what went back', () => {
    const { html } = pageOf('BANK_TRANSFER', {}, { state: 'PENDING', transfers })
    expect(html).toContain('€5.00 of €12.50 has arrived')
    expect(html).toContain('+ €6.00')
    expect(html).toContain('− €1.00')
  })

  it('names the amount on the button that lets money arrive', () => {
    expect(pageOf('BANK_TRANSFER', {}).html).toMatch(/value="1250"[^>]*>Send €12\.50<\/button>/)
    const entry = { readings: [500n], amount: 500n, problem: undefined }
    const { html } = pageOf('BANK_TRANSFER', { amount: '5', entry })
    expect(html).toMatch(/name="shown" value="500"[^>]*>Send €5\.00<\/button>/)
  })

  it('takes money after its end too', () => {
    const { html } = pageOf('BANK_TRANSFER', {}, { state: 'REVERSED', transfers })
    expect(html).toContain('action="/simulators/checkouts/att_1/transfers"')
  })
})

it.each(['ada@harbour', 'a.b_c-d@upi', 'ADA@Harbour', ' ada@harbour '])('%j is a plausible UPI address', (vpa) => {
  expect(pageOf('UPI', { vpa }).html).toContain('Approve it in your app')
})

it.each(['', 'ada', '@harbour', 'ada@', 'a@harbour', 'ada@har bour', 'ada@@harbour', 'ada@1bank'])(
  '%j is no UPI address',
  (vpa) => expect(pageOf('UPI', { vpa }).html).toContain('aria-invalid="true"'),
)

it.each([
  [1250n, 'INR', 'am=12.50&cu=INR'],
  [1250n, 'JPY', 'am=1250&cu=JPY'],
  [5n, 'KWD', 'am=0.005&cu=KWD'],
])('the UPI link of %s %s says %s, and keeps its fields apart', (amount, currency, words) => {
  const link = upiLink({ ...CHARGE, money: { amount, currency } })
  expect(link).toContain(words)
  const { protocol, searchParams } = new URL(link)
  expect(protocol).toBe('upi:')
  expect(Object.fromEntries(searchParams)).toMatchObject({ pa: 'shop@simulated', pn: HOSTILE, tr: 'att_1' })
})

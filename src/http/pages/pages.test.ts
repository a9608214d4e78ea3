import { describe, expect, it } from 'vitest'
import { assetPath, findAsset } from '#html/assets.ts'
import { html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { chargePage } from '#simulators/pages/charge-page.ts'
import { challengeDonePage, challengePage, methodPage } from '#simulators/pages/issuer-pages.ts'
import { challengeReturnPage } from './challenge-return-page.ts'
import { messagePage } from './message-page.ts'
import { outcomePage } from './outcome-page.ts'
import { threeDsStepPage } from './step-pages.ts'

const HOSTILE = `"><script>alert('1')</script>&`
const HARMLESS = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;'
const MONEY = { amount: 1050n, currency: 'KWD' }

const CHALLENGE = {
  merchantName: 'Corner Shop',
  money: MONEY,
  flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE',
  summary: 'Fingerprint, then a challenge',
  preset: 'Y',
  brand: 'visa',
  lastFour: '1111',
  creq: 'creq',
  threeDSSessionData: undefined,
  locale: 'en-US' as const,
}

const RETURN = {
  transStatus: 'Y',
  sessionId: 'session',
  targetOrigins: [],
  finishUrl: 'https://gateway.example/finish',
  fetchDestination: undefined,
  locale: 'en-US' as const,
}

const OUTCOME = {
  status: 'DECLINED',
  merchantName: 'Corner Shop',
  money: MONEY,
  reference: 'order-1',
  locale: 'en-US',
} as const

const CHARGE = {
  attemptId: 'att_1',
  merchantId: 'mer_1',
  transactionId: 'trx_1',
  state: 'AWAITING_SHOPPER',
  preset: 'APPROVED',
  money: MONEY,
  reference: 'order-1',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  page: {
    method: 'walleta-pay-redirect',
    merchantName: 'Corner Shop',
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
const DAY_SECONDS = 24 * 3600

const STEP = { form: { kind: 'CHALLENGE', url: 'https://bank.example/acs', fields: { creq: 'x' } } } as const

/** Every page, with hostile text wherever outside text can be. */
const PAGES: Readonly<Record<string, Page>> = {
  challenge: challengePage({
    ...CHALLENGE,
    merchantName: HOSTILE,
    creq: HOSTILE,
    threeDSSessionData: HOSTILE,
  }),
  challengeDone: challengeDonePage({
    notificationUrl: `https://shop.example/${HOSTILE}`,
    cres: 'cres',
    threeDSSessionData: HOSTILE,
    locale: 'en-US',
  }),
  method: methodPage({
    notificationUrl: `https://gateway.example/${HOSTILE}`,
    threeDSMethodData: 'x',
    delaySeconds: 8,
  }),
  challengeReturn: challengeReturnPage({ ...RETURN, transStatus: HOSTILE, sessionId: HOSTILE }),
  step: threeDsStepPage({
    form: { ...STEP.form, fields: { creq: HOSTILE } },
    continueUrl: HOSTILE,
    purchase: { merchantName: HOSTILE, money: { amount: 1250n, currency: 'EUR' } },
  }),
  outcome: outcomePage({ ...OUTCOME, merchantName: HOSTILE, reference: HOSTILE }),
  wallet: chargePage({ ...CHARGE, reference: HOSTILE }, DAY_SECONDS),
  voucher: chargePage(
    { ...CHARGE, page: { ...CHARGE.page, method: 'voucher-redirect-psc', merchantName: HOSTILE } },
    DAY_SECONDS,
  ),
  chargeOver: chargePage(
    { ...CHARGE, state: 'CHARGED', page: { ...CHARGE.page, returnUrl: `https://shop.example/${HOSTILE}` } },
    DAY_SECONDS,
  ),
  message: messagePage({ heading: HOSTILE, words: HOSTILE }),
}

const pages = Object.entries(PAGES)

describe('every page', () => {
  it.each(pages)('%s escapes text from outside', (_name, page) => {
    expect(page.html).toContain(HARMLESS)
    expect(page.html).not.toContain('<script>')
  })

  it.each(pages)('%s has no inline handler, style or script', (_name, page) => {
    expect(page.html).not.toMatch(/<[^>]+\s(on\w+|style)=/)
    expect(page.html).not.toMatch(/<style|<script(?![^>]+\ssrc=)/)
  })

  it.each(pages)('%s is sent with a policy of its own that admits nothing by default', (_name, page) => {
    expect(page.csp).toContain("default-src 'none'")
    expect(page.csp).toContain("require-trusted-types-for 'script'")
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(page.csp) ?? []
    for (const tag of page.html.match(/<(script|link rel="stylesheet")[^>]+>/g) ?? []) expect(tag).toContain(nonce)
  })

  it('may be framed by any page only where a 3-D Secure step needs it', () => {
    const framed = pages.filter(([, { csp }]) => csp.includes('frame-ancestors *')).map(([name]) => name)
    expect(framed).toEqual(['challenge', 'challengeDone', 'method', 'challengeReturn'])
  })
})

describe('the challenge page', () => {
  it.each(['Y', 'N', 'U', 'A', 'R'])('shows every outcome, the preset %s first and focused', (preset) => {
    const page = challengePage({ ...CHALLENGE, preset })
    const outcomes = [...page.html.matchAll(/data-outcome="(\w+)"/g)].map(([, outcome]) => outcome)
    expect(outcomes[0]).toBe(preset)
    expect([...outcomes].sort()).toEqual(['A', 'N', 'R', 'U', 'Y', 'cancel'])
    expect(page.html).toMatch(new RegExp(`data-outcome="${preset}"[^>]* autofocus`))
    expect(page.html.match(/autofocus/g)).toHaveLength(1)
  })

  it('shows the card by its last four digits, and says each outcome in the words of a shopper first', () => {
    const { html } = challengePage(CHALLENGE)
    expect(html).toMatch(/data-field="card">.*•••• 1111</)
    expect(html).toContain('Yes, it is me <small lang="en" dir="ltr">Authenticated</small>')
    expect(challengePage({ ...CHALLENGE, lastFour: undefined }).html).not.toContain('data-field="card"')
  })

  it("shows merchant and amount with the currency's own decimals and says what is simulated", () => {
    const { html } = challengePage(CHALLENGE)
    expect(html).toContain('Corner Shop')
    expect(html).toContain('1.050')
    expect(html).toContain('Simulator')
    expect(html).toContain(CHALLENGE.flow)
  })
})

describe('the page of a wallet or voucher', () => {
  const outcomesOf = ({ html }: Page) => [...html.matchAll(/data-outcome="(\w+)"/g)].map(([, outcome]) => outcome)

  it.each(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING'] as const)('shows every outcome, %s first', (preset) => {
    const outcomes = outcomesOf(chargePage({ ...CHARGE, preset }, DAY_SECONDS))
    expect(outcomes[0]).toBe(preset)
    expect([...outcomes].sort()).toEqual(['APPROVED', 'CANCELED', 'DECLINED', 'PENDING'])
  })

  it.each(['CHARGED', 'REFUSED', 'REVERSED', 'BARRED'] as const)(
    'once it is %s only leads back to the shop',
    (state) => {
      const page = chargePage({ ...CHARGE, state }, DAY_SECONDS)
      expect(outcomesOf(page)).toEqual([])
      expect(page.html).toContain('href="https://gateway.example/returns/1"')
    },
  )

  it('shows two vouchers differently, and one always the same', () => {
    const voucher = { ...CHARGE, page: { ...CHARGE.page, method: 'voucher-redirect-blt' } }
    const stubOf = (attemptId: string) =>
      /<svg class="barcode"[\s\S]*?<\/p>/.exec(chargePage({ ...voucher, attemptId }, DAY_SECONDS).html)?.[0]
    expect(stubOf('att_1')).toBe(stubOf('att_1'))
    expect(stubOf('att_1')).not.toBe(stubOf('att_2'))
    expect(chargePage(voucher, DAY_SECONDS).html).toContain('January 2, 2026')
  })
})

describe('the return page of the direct API', () => {
  it('never finishes inside a frame', () => {
    const page = challengeReturnPage({ ...RETURN, fetchDestination: 'iframe' })
    expect(page.html).not.toContain('<form')
    expect(page.html).toContain('data-trans-status="Y"')
  })

  it.each(['document', undefined])('offers to finish with a button when Sec-Fetch-Dest is %s', (fetchDestination) => {
    const page = challengeReturnPage({ ...RETURN, fetchDestination })
    expect(page.html).toContain('<form method="post" action="https://gateway.example/finish"><button')
  })

  it('posts to the allowed origins, or to all if none are listed', () => {
    expect(challengeReturnPage(RETURN).html).toContain('data-targets="*"')
    const targetOrigins = ['https://a.example', 'https://b.example']
    const page = challengeReturnPage({ ...RETURN, targetOrigins })
    expect(page.html).toContain('data-targets="https://a.example https://b.example"')
  })
})

it('a method page may post to its notification URL alone', () => {
  const notificationUrl = 'https://gateway.example:8443/done'
  const page = methodPage({ notificationUrl, threeDSMethodData: 'x', delaySeconds: 0 })
  expect(page.csp).toContain('form-action https://gateway.example:8443;')
})

it('a notification URL cannot smuggle anything into the policy', () => {
  const notificationUrl = 'https://a;script-src.example/done'
  const page = methodPage({ notificationUrl, threeDSMethodData: 'x', delaySeconds: 0 })
  expect(page.csp).toContain("form-action 'none';")
})

it.each(['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING', 'INVALID'] as const)(
  'the outcome page distinguishes %s from the others',
  (status) => {
    const { html } = outcomePage({ ...OUTCOME, status })
    expect(html).toContain(`data-status="${status}"`)
    expect(html).toContain('order-1')
  },
)

describe('html', () => {
  it('escapes text and attributes, keeps markup, and leaves out what is not there', () => {
    const parts = [html`<i>${HOSTILE}</i>`, null, undefined, false, 0, 9n] as const
    expect(html`<p title="${HOSTILE}">${parts}</p>`.toString()).toBe(`<p title="${HARMLESS}"><i>${HARMLESS}</i>09</p>`)
  })
})

describe('assets', () => {
  it('are named after their content, so that they may be cached indefinitely', () => {
    expect(assetPath('theme.css')).toMatch(/^\/assets\/theme-[\da-f]{16}\.css$/)
  })

  it('reach browsers without types', () => {
    const script = findAsset(assetPath('three-ds/auto-submit.ts'))
    expect(script?.contentType).toContain('javascript')
    expect(script?.content).not.toContain('<HTMLFormElement>')
    expect(script?.path).toMatch(/\.js$/)
  })

  it('are nothing but what is listed', () => {
    expect(findAsset('/assets/../tsconfig.json')).toBeUndefined()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { CARD, createLink, postLink, readLink, visit } from '../payment-links/links.ts'
import { browserOf, createSession, readSession } from './browser.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const FINNISH = { 'accept-language': 'fi' }

async function openSession(changes: Record<string, unknown> = {}) {
  const { status, body, text } = await createSession(app.merchant, changes)
  if (status !== 201) throw new Error(text)
  return body
}

/** Language and direction of a page. */
async function languageOf(url: string, headers: Record<string, string> = FINNISH): Promise<string> {
  const { html } = await visit(url, undefined, headers)
  return /<html ([^>]*)>/.exec(html)?.[1] ?? ''
}

describe('the locale of a session', () => {
  it.each(['de-DE', 'ar', 'de-AT', 'pt_BR', 'RO', null])(
    '%s is echoed by every answer that shows it',
    async (locale) => {
      const { id, ...session } = await openSession({ locale })
      expect(session.locale).toBe(locale)
      expect((await readSession(app.merchant, id)).locale).toBe(locale)
      const { body: list } = await app.merchant.call('GET', `/api/sessions?reference=${session.reference}`)
      expect(JSON.stringify(list, (_, value) => (typeof value === 'bigint' ? String(value) : value))).toContain(
        `"locale":${JSON.stringify(locale)}`,
      )
      const changed = await app.merchant.call('PATCH', `/api/sessions/${id}`, { body: { description: 'Tea' } })
      expect(changed.body.locale).toBe(locale)
      expect((await app.merchant.call('POST', `/api/sessions/${id}/cancel`)).body.locale).toBe(locale)
    },
  )

  it.each(['ja', 'xx-YY', 'fil', '', 'german', 'de DE', 7])('%j, which no page has, is a 422', async (locale) => {
    for (const answer of [await createSession(app.merchant, { locale }), await postLink(app.merchant, { locale })]) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ property }: { property: string }) => property)).toEqual(['locale'])
    }
  })

  it('beats the browser’s language, and ?locale= beats both', async () => {
    const { hosted_payment_page_url: url } = await openSession({ locale: 'de-AT' })
    expect(await languageOf(url)).toBe('lang="de-DE"')
    expect(await languageOf(`${url}?locale=ar-EG`)).toBe('lang="ar" dir="rtl"')
    expect(await languageOf(`${url}?locale=ja`)).toBe('lang="fi-FI"')
    expect(await languageOf((await openSession()).hosted_payment_page_url)).toBe('lang="fi-FI"')
    expect(await languageOf((await openSession()).hosted_payment_page_url, {})).toBe('lang="en-US"')
  })

  it('is the language of its end and of an error in the form', async () => {
    const { id, hosted_payment_page_url: url } = await openSession({ locale: 'nl' })
    const sent = await visit(`${url}/pay`, { method: 'card', number: '1', expiry: '', cvc: '' }, FINNISH)
    expect(sent.status).toBe(422)
    expect(sent.html).toContain('Vul de vervaldatum in.')
    await app.merchant.call('POST', `/api/sessions/${id}/cancel`)
    expect((await visit(url, undefined, FINNISH)).html).toContain('Betaling geannuleerd')
  })

  it('reaches the bank’s page and the embedded fields', async () => {
    const { id } = await openSession({ locale: 'it' })
    const browser = browserOf(app.baseUrl, app.merchant, id)
    const { frameConfig } = await browser.open()
    expect(frameConfig.locale).toBe('it-IT')
    const texts = await fetch(app.baseUrl + frameConfig.texts.replace('{locale}', 'ar'))
    expect(texts.headers.get('cache-control')).toContain('immutable')
    expect(await texts.json()).toMatchObject({ number: 'رقم البطاقة' })
    const { body } = await browser.pay({ type: 'walleta-pay-redirect' })
    expect(await languageOf(body.redirect.url)).toBe('lang="it-IT"')
    expect(await languageOf(`${body.redirect.url}?locale=ar`)).toBe('lang="ar" dir="rtl"')
  })
})

describe('the locale of a payment link', () => {
  it('is the one of its page and its sessions', async () => {
    const { id, url } = await createLink(app.merchant, { locale: 'pl-PL' })
    expect(await languageOf(url)).toBe('lang="pl-PL"')
    expect(await languageOf(`${url}?locale=da`)).toBe('lang="da-DK"')
    expect(await languageOf(`${url}?locale=ja`)).toBe('lang="fi-FI"')
    await visit(url, { amount: '' }, FINNISH)
    const [sessionId] = (await readLink(app.merchant, id)).session_ids
    expect((await readSession(app.merchant, sessionId)).locale).toBe('pl-PL')
  })

  it('is kept on its receipt after a payment in another one; ?locale= beats it', async () => {
    const { url } = await createLink(app.merchant, { locale: 'pl-PL' })
    const { location: hosted } = await visit(url, { locale: 'de-DE' }, FINNISH)
    const { location } = await visit(hosted.replace('?', '/pay?'), { ...CARD, locale: 'de-DE' }, FINNISH)
    expect(location).toContain(`${url}?session=`)
    expect(await languageOf(location)).toBe('lang="de-DE"')
    expect(await languageOf(`${location}&locale=da`)).toBe('lang="da-DK"')
  })

  it.each(['٤٠', '۴۰', '٤٠٫٠٠', '۴۰٫۰', '40', '٤٠٫٠٠ EUR'])('in Arabic the amount %j is forty', async (amount) => {
    const price = { amount: null, amount_min: 100, amount_max: 50000, locale: 'ar' }
    const { id, url } = await createLink(app.merchant, price)
    expect((await visit(url, { amount })).status).toBe(303)
    const [sessionId] = (await readLink(app.merchant, id)).session_ids
    expect((await readSession(app.merchant, sessionId)).amount).toBe(4000n)
  })
})

it('a card typed in digits of Arabic and Persian is paid with', async () => {
  const { id, hosted_payment_page_url: url } = await openSession({ locale: 'ar' })
  const card = { method: 'card', number: '٤١١١ ١١١١ ۱۱۱۱ ۱۱۱۱', expiry: '١٢/۳۹', cvc: '١٢۳' }
  expect((await visit(`${url}/pay`, card)).status).toBe(303)
  expect((await readSession(app.merchant, id)).status).toBe('APPROVED')
})

it('an address that is no payment’s is answered in the browser’s language', async () => {
  const unknown = await visit(`${app.baseUrl}/returns/${app.merchant.merchantId}/trx_unknown`, undefined, FINNISH)
  expect([unknown.status, /<h1>([^<]*)/.exec(unknown.html)?.[1]]).toEqual([404, 'Sivua ei löydy'])
})

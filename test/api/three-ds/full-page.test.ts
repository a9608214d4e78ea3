import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formIn, postForm } from '#test/page-forms.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { type Action, chargesOf, choose, complete, eventsOf, load, toChallenge } from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/** Every character of them must arrive as it was written. */
const RETURN = 'https://shop.example/Return?order=1&x=%7b%20#Top'
const ERROR = 'http://localhost:4000/error?a=%C3%A9&b=+'
const CANCEL = 'https://shop.example/cancel//..;a=b'
const ALL = { return_url: RETURN, error_url: ERROR, cancel_url: CANCEL }
const DECLINED = { response_code: 'TRX_STATUS_DECLINED' }

/** Goes through the challenge in a full page and follows the gateway's own redirects. @returns where it ends */
async function walk(action: Action, outcome: string) {
  const { url, fields } = await choose(action, outcome)
  expect(url).toBe(`${app.baseUrl}/three-ds/${action.session_id}/challenge-notification-url`)
  const posted = await postForm(url, fields, 'document')
  expect(posted.status).toBe(303)
  const own = new URL(posted.headers.get('location')!, url)
  expect(own.origin).toBe(app.baseUrl)
  const page = await load(own.href, 'document')
  return { own: own.href, page, location: page.headers.get('location'), text: await page.text() }
}

describe('the default direct flow on a full page', () => {
  it.each([
    ['Y', {}, 'APPROVED', RETURN],
    ['Y', { response_code: 'TRX_STATUS_PENDING' }, 'PENDING', RETURN],
    ['N', {}, 'DECLINED', ERROR],
    ['Y', DECLINED, 'DECLINED', ERROR],
    ['Y', { response_code: 'TRX_STATUS_SESSION_EXPIRED' }, 'SESSION_EXPIRED', ERROR],
    ['cancel', {}, 'CANCELED', CANCEL],
  ])(
    '%s with %j finishes on its own as %s and sends the browser verbatim to %s',
    async (outcome, metadata, status, to) => {
      const action = await toChallenge(app.merchant, metadata, ALL)
      const { page, location } = await walk(action, outcome)
      expect([page.status, location]).toEqual([303, to])
      const { transaction } = await app.merchant.status(action.transaction_id)
      expect(transaction.status).toBe(status)
    },
  )

  it.each([
    ['Y', {}],
    ['N', {}],
    ['cancel', {}],
  ])('%s: where only return_url is known, there', async (outcome, metadata) => {
    const action = await toChallenge(app.merchant, metadata, { return_url: RETURN })
    expect((await walk(action, outcome)).location).toBe(RETURN)
  })

  it.each([
    ['Y', 'APPROVED'],
    ['N', 'DECLINED'],
    ['cancel', 'CANCELED'],
  ])('%s: where none is known, the page shows the outcome %s', async (outcome, status) => {
    const { page, text } = await walk(await toChallenge(app.merchant), outcome)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(text).toContain(`data-status="${status}"`)
    expect(text).not.toMatch(/411111/)
  })

  it('is safe to reload: the same redirect, one charge, one event', async () => {
    const action = await toChallenge(app.merchant, {}, ALL)
    const { own } = await walk(action, 'Y')
    const again = await Promise.all(Array.from({ length: 4 }, () => load(own, 'document')))
    for (const page of again) expect([page.status, page.headers.get('location')]).toEqual([303, RETURN])
    expect(await chargesOf(app.merchant, action.transaction_id)).toHaveLength(1)
    expect(await eventsOf(app.merchant, action.transaction_id)).toHaveLength(1)
  })

  it('leaves the result to a caller who completes afterwards, regardless of its request', async () => {
    const action = await toChallenge(app.merchant, {}, ALL)
    await walk(action, 'Y')
    const { result } = (await complete(app.merchant, action, 'N')).body
    expect(result.status).toBe('APPROVED')
  })

  it('has finished when the redirect is answered, though the browser never follows it', async () => {
    const action = await toChallenge(app.merchant, {}, ALL)
    const { url, fields } = await choose(action, 'Y')
    await postForm(url, fields, 'document')
    expect((await app.merchant.status(action.transaction_id)).transaction.status).toBe('APPROVED')
  })

  it('goes on to the redirect a provider asks for', async () => {
    const action = await toChallenge(app.merchant, { simulate_redirect: 'https://bank.example/x' }, ALL)
    expect((await walk(action, 'Y')).location).toBe('https://bank.example/x')
  })

  it('posts the form a provider asks for', async () => {
    const form = { url: 'https://bank.example/form', data: { MD: 'a"b' } }
    const action = await toChallenge(app.merchant, { simulate_form_submit: JSON.stringify(form) }, ALL)
    const { page, text, own } = await walk(action, 'Y')
    expect(page.status).toBe(200)
    expect(formIn(text, own)).toEqual({ url: form.url, fields: form.data })
  })

  it('without Sec-Fetch-Dest offers a button, so that it works without script', async () => {
    const action = await toChallenge(app.merchant, {}, ALL)
    const { url, fields } = await choose(action, 'Y')
    const own = new URL((await postForm(url, fields)).headers.get('location')!, url).href
    const page = await load(own)
    expect(page.status).toBe(200)
    expect((await app.merchant.status(action.transaction_id)).transaction.status).toBe('PENDING')
    const button = formIn(await page.text(), own)
    const left = await postForm(button.url, button.fields)
    expect([left.status, left.headers.get('location')]).toEqual([303, RETURN])
  })
})

describe('the same page in a frame', () => {
  it.each([
    ['Y', 'Y', 'APPROVED'],
    ['N', 'N', 'DECLINED'],
    ['cancel', 'N', 'CANCELED'],
  ])(
    '%s sends its parent %s, does not finish or redirect, and the merchant completes: %s',
    async (outcome, letter, status) => {
      const action = await toChallenge(app.merchant, {}, ALL)
      const { url, fields } = await choose(action, outcome)
      const posted = await postForm(url, fields, 'iframe')
      const page = await load(new URL(posted.headers.get('location')!, url).href, 'iframe')
      const text = await page.text()
      expect(page.status).toBe(200)
      expect(text).toContain(`data-trans-status="${letter}"`)
      expect(text).toContain(`data-session-id="${action.session_id}"`)
      expect(page.headers.get('x-frame-options')).toBeNull()
      expect((await app.merchant.status(action.transaction_id)).transaction.status).toBe('PENDING')
      expect((await complete(app.merchant, action, letter)).body.result.status).toBe(status)
    },
  )

  it.each([
    [undefined, '*'],
    [['https://shop.example', 'https://b.example'], 'https://shop.example https://b.example'],
  ])('speaks to the terminal’s allowed_origins %j only', async (allowedOrigins, targets) => {
    const merchant = await app.newMerchant({ terminal: allowedOrigins ? { allowedOrigins } : {} })
    const action = await toChallenge(merchant, {}, ALL)
    const { url, fields } = await choose(action, 'Y')
    const posted = await postForm(url, fields, 'iframe')
    const page = await load(new URL(posted.headers.get('location')!, url).href, 'iframe')
    expect(await page.text()).toContain(`data-targets="${targets}"`)
  })
})

describe('options.three_ds.notification_url', () => {
  const at = (notification_url: string) => ({ ...ALL, options: { three_ds: { notification_url } } })

  it('is where the bank sends cres, base64url JSON with threeDSServerTransID and transStatus', async () => {
    const action = await toChallenge(app.merchant, {}, at('https://shop.example/3ds?order=7'))
    const { url, fields } = await choose(action, 'Y')
    expect(url).toBe('https://shop.example/3ds?order=7')
    expect(fields.cres).toMatch(/^[\w-]+$/)
    expect(JSON.parse(Buffer.from(fields.cres!, 'base64url').toString())).toMatchObject({
      threeDSServerTransID: action.session_id,
      transStatus: 'Y',
      messageType: 'CRes',
    })
    expect((await app.merchant.status(action.transaction_id)).transaction.status).toBe('PENDING')
    expect((await complete(app.merchant, action, 'Y')).body.result.status).toBe('APPROVED')
  })
})

describe('an unknown id', () => {
  it.each([
    ['challenge-return', () => load(unknown('challenge-return'), 'document')],
    ['challenge-notification-url', () => postForm(unknown('challenge-notification-url'), { cres: 'x' }, 'document')],
    ['continue', () => postForm(unknown('continue'), {}, 'document')],
  ])('%s is a page with 404', async (_path, visit) => {
    const answer = await visit()
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  })
})

function unknown(path: string): string {
  return `${app.baseUrl}/three-ds/${crypto.randomUUID()}/${path}`
}

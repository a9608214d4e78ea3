import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formIn, type PageForm, postForm } from '#test/page-forms.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import {
  type Action,
  begin,
  choose,
  complete,
  eventsOf,
  load,
  requestAuthentication,
  toChallenge,
} from '../three-ds/shopper.ts'
import { attemptsOf, chargesOf } from './simulated-charges.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/** Authenticates once, and is declined by the first account. @returns both actions */
async function toSecondTry(merchant: TestMerchant, metadata = {}): Promise<{ first: Action; second: Action }> {
  const first = await toChallenge(merchant, metadata)
  const { status, body } = await complete(merchant, first)
  expect(status).toBe(200)
  expect(body).toMatchObject({ result: null, status: 'PENDING', action: { type: 'THREE_DS_2_FINGERPRINT' } })
  return { first, second: body.action }
}

describe('each retry repeats 3-D Secure', () => {
  it('the API answers a new action with a new 3DS id; the transaction id stays', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const { first, second } = await toSecondTry(merchant)
    expect(second.transaction_id).toBe(first.transaction_id)
    expect(second.session_id).not.toBe(first.session_id)
    const { transaction } = await merchant.status(first.transaction_id)
    expect(transaction).toMatchObject({
      status: 'PENDING',
      processing_code: '1002',
      processing_result: { payment_provider_account_id: accounts[1] },
      data: {
        retry_options: { status: 'AUTHENTICATING', retry_count: 1, payment_provider_account_id: accounts[1] },
      },
    })
    expect(attemptsOf(transaction)).toEqual(['1000', null])

    const challenge = (await requestAuthentication(merchant, second)).body.action
    const { result } = (await complete(merchant, challenge)).body
    expect(result).toMatchObject({ status: 'APPROVED', data: { retry_options: { status: 'SUCCEEDED' } } })
    expect(await chargesOf(merchant, result.id)).toEqual([
      [accounts[0], 'REFUSED'],
      [accounts[1], 'CHARGED'],
    ])
    expect(await eventsOf(merchant, result.id)).toMatchObject([
      { status: 'APPROVED', authentication_status: 'Y', authentication_level: 2 },
    ])
  })

  it('every payment_data executed before then gives the current answer, and changes nothing', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const fingerprint = await begin(merchant)
    const challenge = (await requestAuthentication(merchant, fingerprint)).body.action
    const { action } = (await complete(merchant, challenge)).body
    expect((await complete(merchant, challenge, 'N')).body.action).toEqual(action)
    expect((await requestAuthentication(merchant, fingerprint)).body.action).toEqual(action)

    const last = (await requestAuthentication(merchant, action)).body.action
    const { result } = (await complete(merchant, last)).body
    for (const old of [challenge, last]) expect((await complete(merchant, old)).body.result).toEqual(result)
    for (const old of [fingerprint, action]) {
      expect((await requestAuthentication(merchant, old)).body.result).toEqual(result)
    }
  })

  it('payment_data of one attempt is nothing to the other’s session: 422', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const { first, second } = await toSecondTry(merchant)
    const mixed = await requestAuthentication(merchant, { ...second, payment_data: first.payment_data })
    expect([mixed.status, mixed.body.errors[0].property]).toEqual([422, 'payment_data'])
    expect((await requestAuthentication(merchant, second)).body.action.type).toBe('THREE_DS_2_CHALLENGE')
  })

  it('8 parallel completions of the declined attempt all get the one new action', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const first = await toChallenge(merchant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(merchant, first)))
    const [{ action }] = answers.map(({ body }) => body) as [{ action: Action }]
    for (const { body } of answers) expect(body.action).toEqual(action)
    expect(await chargesOf(merchant, action.transaction_id)).toEqual([[accounts[0], 'REFUSED']])
  })

  it('a frictionless authentication is repeated without the shopper', { tags: ['full'] }, async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const first = await begin(merchant, { simulated_flow: 'VERSIONING_FINGERPRINT_A_FRICTIONLESS' })
    const { action } = (await requestAuthentication(merchant, first)).body
    const { result } = (await requestAuthentication(merchant, action)).body
    expect(result).toMatchObject({ status: 'APPROVED' })
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ authentication_status: 'A', authentication_level: 1 }])
  })

  it('not authenticated is a hard decline, on a retry too: EXHAUSTED', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, APPROVES, APPROVES)
    const { second } = await toSecondTry(merchant)
    const challenge = (await requestAuthentication(merchant, second)).body.action
    const { result } = (await complete(merchant, challenge, 'N')).body
    expect(result).toMatchObject({
      status: 'DECLINED',
      processing_code: '1000',
      data: { retry_options: { status: 'EXHAUSTED', retry_count: 1, payment_provider_account_id: accounts[1] } },
    })
    expect(await chargesOf(merchant, result.id)).toEqual([[accounts[0], 'REFUSED']])
  })

  it('the shopper’s cancel ends the retry as CANCELED', { tags: ['full'] }, async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const { second } = await toSecondTry(merchant)
    const challenge = (await requestAuthentication(merchant, second)).body.action
    await choose(challenge, 'cancel')
    const { result } = (await complete(merchant, challenge)).body
    expect(result).toMatchObject({ status: 'CANCELED', data: { retry_options: { status: 'EXHAUSTED' } } })
  })
})

describe('the full-page flow continues on the service’s own pages', () => {
  const ADDRESSES = {
    return_url: 'https://shop.example/thanks',
    error_url: 'https://shop.example/sorry',
    cancel_url: 'https://shop.example/basket',
  }

  /** Presses a button of the bank's page that a form leads to. @returns the form the browser goes on with */
  async function answerBank({ url, fields }: PageForm, outcome: string): Promise<PageForm> {
    const page = await postForm(url, fields)
    const form = formIn(await page.text(), url)
    const done = await postForm(form.url, { ...form.fields, outcome })
    return formIn(await done.text(), form.url)
  }

  /** Follows the bank's form to our own page. @returns that page */
  async function comeBack({ url, fields }: PageForm) {
    const posted = await postForm(url, fields, 'document')
    expect(posted.status).toBe(303)
    const own = new URL(posted.headers.get('location')!, url).href
    const page = await load(own, 'document')
    return { own, status: page.status, location: page.headers.get('location'), text: await page.text() }
  }

  it('a second challenge, then return_url', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const action = await toChallenge(merchant, {}, ADDRESSES)
    const between = await comeBack(await choose(action, 'Y'))
    expect(between.status).toBe(200)
    const second = formIn(between.text, between.own)
    // Loading the page again changes nothing: the same challenge is due.
    expect(formIn(await (await load(between.own, 'document')).text(), between.own)).toEqual(second)

    const back = await answerBank(second, 'Y')
    expect(back.url).not.toContain(action.session_id)
    expect(await comeBack(back)).toMatchObject({ status: 303, location: ADDRESSES.return_url })
    expect(await chargesOf(merchant, action.transaction_id)).toEqual([
      [accounts[0], 'REFUSED'],
      [accounts[1], 'CHARGED'],
    ])
  })

  it('a second fingerprint has its own page, then the challenge', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' }
    const action = await toChallenge(merchant, metadata, ADDRESSES)
    const between = await comeBack(await choose(action, 'Y'))
    const [, next] = /<form id="continue" method="post" action="([^"]*)"/.exec(between.text)!
    const url = new URL(next!, between.own).href
    const second = formIn(await (await postForm(url, {}, 'document')).text(), url)
    expect(await comeBack(await answerBank(second, 'Y'))).toMatchObject({ location: ADDRESSES.return_url })
  })

  it.each([
    ['N', 'error_url', 'DECLINED'],
    ['cancel', 'cancel_url', 'CANCELED'],
  ] as const)('%s at the second challenge goes to %s', { tags: ['full'] }, async (outcome, address, status) => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const action = await toChallenge(merchant, {}, ADDRESSES)
    const between = await comeBack(await choose(action, 'Y'))
    const back = await answerBank(formIn(between.text, between.own), outcome)
    expect((await comeBack(back)).location).toBe(ADDRESSES[address])
    expect((await merchant.status(action.transaction_id)).transaction.status).toBe(status)
  })
})

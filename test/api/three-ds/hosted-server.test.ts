import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formIn, postForm } from '#test/page-forms.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO, type TestMerchant } from '#test/test-merchant.ts'
import { REQUESTOR } from '#test/three-ds-sandbox/connection.ts'
import type { ThreeDsSandbox } from '#test/three-ds-sandbox/index.ts'
import { CARDS } from '#test/three-ds-sandbox/test-cases.ts'
import { challengeRequest } from '../../../client/three-ds.ts'
import { browserOf, createSession } from '../sessions/browser.ts'
import { panOnly, pay as payByWallet, withProof } from '../wallet-tokens/wallet.ts'
import { answerTheBank, type HostedGateway, openChallenge, openHostedGateway } from './hosted-gateway.ts'
import { type Action, chargesOf, complete, eventsOf, load, requestAuthentication, tokenOf } from './shopper.ts'

let hosted: HostedGateway
let sandbox: ThreeDsSandbox
let app: RunningGateway
let merchant: TestMerchant
let lenient: TestMerchant

beforeAll(async () => {
  hosted = await openHostedGateway()
  ;({ sandbox, app } = hosted)
  merchant = await app.newMerchant({ terminal: { threeDs: REQUESTOR } })
  lenient = await app.newMerchant({ terminal: { threeDs: REQUESTOR, allowUnauthenticated: true } })
})

afterEach(() => {
  for (const call of ['preauth', 'auth', 'postauth'] as const) sandbox.disturb(call, undefined)
})

afterAll(() => hosted.close())

const pay = (card: string, by = merchant, changes = {}) =>
  by.authorize({ metadata: {}, customer_ip: '192.0.2.1', ...changes }, { number: card })

async function begin(card: string, by = merchant, changes = {}): Promise<Action> {
  const { body } = await pay(card, by, changes)
  expect(body).toMatchObject({ result: null, action: { type: 'THREE_DS_2_FINGERPRINT' } })
  return body.action
}

async function frictionless(card: string, by = merchant) {
  return (await requestAuthentication(by, await begin(card, by))).body.result
}

async function toChallenge(card: string, by = merchant): Promise<Action> {
  const { body } = await requestAuthentication(by, await begin(card, by))
  expect(body).toMatchObject({ result: null, action: { type: 'THREE_DS_2_CHALLENGE' } })
  return body.action
}

async function endOf(by: TestMerchant, id: string) {
  const [event] = await eventsOf(by, id)
  const { authentication_status: status, authentication_level: level } = event
  return { status, level, charges: (await chargesOf(by, id)).length }
}

describe('a card without a challenge', () => {
  it.each([
    ['Y', CARDS.frictionlessY, 'APPROVED'],
    ['Y', CARDS.mastercardY, 'APPROVED'],
    ['A', CARDS.A, 'APPROVED'],
    ['I', CARDS.I, 'APPROVED'],
    ['N', CARDS.N, 'DECLINED'],
    ['R', CARDS.R, 'DECLINED'],
    ['U', CARDS.U, 'DECLINED'],
  ])('ends with %s (%s): %s', async (letter, card, status) => {
    const result = await frictionless(card)
    expect(result).toMatchObject({ status, processing_code: status === 'APPROVED' ? '0000' : '1000' })
    const charges = status === 'APPROVED' ? 1 : 0
    expect(await endOf(merchant, result.id)).toEqual({ status: letter, level: 1, charges })
  })

  it('is described by the terminal, the customer and what our own notification address saw', async () => {
    const customer = { first_name: 'Zoë', last_name: 'Ångström', email: 'zoe@example.com', country: 'RO' }
    const action = await begin(CARDS.mastercardY, merchant, { customer })
    const { three_ds_method_url, message_version } = tokenOf(action)
    expect([three_ds_method_url, message_version]).toEqual([`${sandbox.origin}/method`, '2.2.0'])
    await requestAuthentication(merchant, action, btoa('Y'))
    expect(sandbox.book.get(action.session_id)?.areq).toMatchObject({
      acctNumber: CARDS.mastercardY,
      cardholderName: 'Zoe Angstrom',
      email: 'zoe@example.com',
      billAddrCountry: '642',
      merchantName: 'Larkspur Coffee',
      mcc: '5814',
      merchantCountryCode: '642',
      acquirerBIN: '545301',
      acquirerMerchantID: 'LARKSPUR',
      threeDSRequestorURL: 'https://shop.example',
      threeDSCompInd: 'N',
      purchaseAmount: '1250',
      purchaseCurrency: '978',
      browserIP: '192.0.2.1',
      browserLanguage: 'ro-RO',
      notificationURL: `${app.baseUrl}/three-ds/${action.session_id}/challenge-notification-url`,
    })
  })

  it('that is not enrolled is charged immediately', async () => {
    const { result } = (await pay(CARDS.notEnrolled)).body
    expect(result.status).toBe('APPROVED')
    expect(await endOf(merchant, result.id)).toEqual({ status: null, level: null, charges: 1 })
  })
})

describe('a challenge', () => {
  it('begins at acs_url, of our origin, which passes what is posted on to the bank as it is', async () => {
    const action = await toChallenge(CARDS.challengeY)
    expect(tokenOf(action).acs_url).toBe(`${app.baseUrl}/three-ds/${action.session_id}/challenge`)
    const { threeDSServerTransID, ...rest } = JSON.parse(atob(challengeRequest(tokenOf(action))))
    const odd = { ...rest, x: 'ÿ?>', threeDSServerTransID: threeDSServerTransID.toUpperCase() }
    const creq = Buffer.from(JSON.stringify(odd)).toString('base64')
    const fields = { creq, threeDSSessionData: 'a+/b"<=' }
    const { status, csp, page } = await openChallenge(action, fields)
    expect(status).toBe(200)
    expect(formIn(page, app.baseUrl)).toEqual({ url: `${sandbox.origin}/challenge`, fields })
    expect(csp).toMatch(/form-action http: https:;.*frame-ancestors \*/)
  })

  it('is passed on once, and what is not its own request does not count', async () => {
    const [action, other] = [await toChallenge(CARDS.challengeY), await toChallenge(CARDS.challengeY)]
    for (const creq of ['', 'junk', challengeRequest(tokenOf(other))]) {
      expect(await openChallenge(action, { creq })).toMatchObject({
        status: 400,
        page: expect.stringContaining('The bank cannot read this'),
      })
    }
    const answers = await Promise.all([openChallenge(action), openChallenge(action), openChallenge(action)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await openChallenge(action)).page).toContain('This step has expired')
    expect((await openChallenge(other)).status).toBe(200)
  })

  it('that was passed on in a frame is passed on once more on a full page, where banks refuse frames', async () => {
    const action = await toChallenge(CARDS.challengeY)
    const statuses = []
    for (const destination of ['iframe', 'iframe', 'document', 'document', 'iframe'])
      statuses.push((await openChallenge(action, {}, destination)).status)
    expect(statuses).toEqual([200, 410, 200, 410, 410])
  })

  it('is no longer passed on once its authentication is over', async () => {
    const action = await toChallenge(CARDS.challengeY)
    sandbox.conclude(action.session_id, 'N')
    expect((await complete(merchant, action)).body.result.status).toBe('DECLINED')
    expect((await openChallenge(action)).status).toBe(410)
    const elsewhere = `${app.baseUrl}/three-ds/${randomUUID()}/challenge`
    expect((await postForm(elsewhere, { creq: challengeRequest(tokenOf(action)) })).status).toBe(404)
  })

  it.each([
    [CARDS.challengeY, 'Y', 'APPROVED'],
    [CARDS.olderVersion, 'Y', 'APPROVED'],
    [CARDS.challengeN, 'N', 'DECLINED'],
  ])('%s that the bank posts to our notification URL ends with %s: %s', async (card, letter, status) => {
    const action = await toChallenge(card)
    const { url, fields } = await answerTheBank(hosted, action)
    const answer = await postForm(url, fields)
    expect(answer.status).toBe(303)
    await load(new URL(answer.headers.get('location')!, url).href, 'document')
    expect((await merchant.status(action.transaction_id)).transaction.status).toBe(status)
    const charges = status === 'APPROVED' ? 1 : 0
    expect(await endOf(merchant, action.transaction_id)).toEqual({ status: letter, level: 2, charges })
  })

  it('whose result is not there yet stays pending, and ends once it is', async () => {
    const action = await toChallenge(CARDS.challengeY)
    const early = (await complete(merchant, action)).body.result
    expect(early).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect(await chargesOf(merchant, action.transaction_id)).toEqual([])
    sandbox.conclude(action.session_id, 'Y')
    expect((await complete(merchant, action)).body.result.status).toBe('APPROVED')
    expect(await endOf(merchant, action.transaction_id)).toEqual({ status: 'Y', level: 2, charges: 1 })
  })

  it('whose result cannot be fetched is never authorized on the word of a browser, not even leniently', async () => {
    const action = await toChallenge(CARDS.challengeY, lenient)
    sandbox.conclude(action.session_id, 'N')
    sandbox.disturb('postauth', { kind: 'reset' })
    expect((await complete(lenient, action)).body.result.status).toBe('PENDING')
    sandbox.disturb('postauth', undefined)
    expect((await complete(lenient, action)).body.result.status).toBe('DECLINED')
    expect(await endOf(lenient, action.transaction_id)).toEqual({ status: 'N', level: 2, charges: 0 })
  })

  it('that the cardholder cancels is canceled, regardless of the result that the caller sends', async () => {
    const action = await toChallenge(CARDS.challengeY)
    sandbox.conclude(action.session_id, 'cancel')
    expect((await complete(merchant, action)).body.result).toMatchObject({
      status: 'CANCELED',
      processing_code: '1003',
    })
  })

  it('that the bank ends otherwise than the caller says ends with the worse', async () => {
    const action = await toChallenge(CARDS.challengeY)
    sandbox.conclude(action.session_id, 'R')
    expect((await complete(merchant, action, 'Y')).body.result.status).toBe('DECLINED')
    expect(await endOf(merchant, action.transaction_id)).toEqual({ status: 'R', level: 2, charges: 0 })
  })
})

describe('a technical failure counts as U', () => {
  it('of the issuer: declined, and admitted where the terminal allows it', async () => {
    for (const [by, status, charges] of [
      [merchant, 'DECLINED', 0],
      [lenient, 'APPROVED', 1],
    ] as const) {
      const action = await begin(CARDS.frictionlessY, by)
      sandbox.disturb('auth', { kind: 'garbled' })
      const { result } = (await requestAuthentication(by, action)).body
      sandbox.disturb('auth', undefined)
      expect(result.status).toBe(status)
      expect(await endOf(by, result.id)).toEqual({ status: 'U', level: 1, charges })
    }
  })

  it('of the look-up: declined, and admitted where the terminal allows it', async () => {
    sandbox.disturb('preauth', { kind: 'status', status: 503 })
    for (const [by, status, charges] of [
      [merchant, 'DECLINED', 0],
      [lenient, 'APPROVED', 1],
    ] as const) {
      const { result } = (await pay(CARDS.frictionlessY, by)).body
      expect(result).toMatchObject({ status, processing_code: status === 'APPROVED' ? '0000' : '1000' })
      expect(await endOf(by, result.id)).toEqual({ status: 'U', level: 1, charges })
    }
  })

  it('is never tried again with another account', async () => {
    sandbox.disturb('preauth', { kind: 'reset' })
    const { result } = (await pay(CARDS.frictionlessY)).body
    expect(result.status).toBe('DECLINED')
    const [event] = await eventsOf(merchant, result.id)
    expect(event.data?.retry_options ?? null).toBeNull()
  })
})

describe('a terminal without data for issuers', () => {
  it('takes no card, before anything is decrypted, looked up or charged', async () => {
    const before = sandbox.received.length
    const junk = { encrypted_card_number: 'x', encrypted_cvv: 'x', encrypted_expiration_month: 'x' }
    const data = { ...junk, encrypted_expiration_year: 'x' }
    const { status, body } = await app.merchant.authorize({ payment_method: { type: 'card', data } })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      status: 'INVALID',
      processing_code: '2015',
      errors: [{ property: 'terminal_id', message: expect.stringContaining('three_ds') }],
    })
    expect(sandbox.received).toHaveLength(before)
  })

  it('takes a wallet token that proves who pays, and no other', async () => {
    const proven = await payByWallet(app.merchant, await withProof(app.merchant))
    expect(proven.body.result.status).toBe('APPROVED')
    const order = { browser_info: BROWSER_INFO }
    const { body } = await payByWallet(app.merchant, await panOnly(app.merchant), order)
    expect(body.result).toMatchObject({ status: 'INVALID', processing_code: '2015' })
  })

  it('offers no cards on our pages, and all else', async () => {
    const offered = async (by: TestMerchant) => {
      const { body } = await createSession(by)
      return (await browserOf(app.baseUrl, by, body.id).open()).frameConfig.session.methods
    }
    expect(await offered(merchant)).toContain('card')
    expect(await offered(app.merchant)).not.toContain('card')
    expect(await offered(app.merchant)).toContain('walleta-pay-redirect')
  })
})

it('leaves no card number, no proof and no key of the server in any table', async () => {
  const { sql } = app.database
  const tables = await sql`
    select table_schema, table_name from information_schema.tables where table_schema in ('public', 'simulator')`
  const texts = await Promise.all(
    tables.map(
      ({ table_schema, table_name }) =>
        sql`select string_agg(line::text, ' ') as text from ${sql(table_schema)}.${sql(table_name)} line`,
    ),
  )
  const stored = texts
    .flat()
    .map(({ text }) => text)
    .join(' ')
  const messages = [...sandbox.book.values()].flatMap(({ ares, rreq }) => [ares, rreq])
  const values = messages.flatMap((message) => message?.authenticationValue ?? [])
  expect(values.length).toBeGreaterThan(5)
  expect(stored).toContain(CARDS.frictionlessY.slice(-4))
  for (const secret of [...Object.values(CARDS), ...values, sandbox.apiKey]) expect(stored).not.toContain(secret)
})

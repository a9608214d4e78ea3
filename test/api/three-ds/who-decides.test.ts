import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postForm } from '#test/page-forms.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { challengeRequest } from '../../../client/three-ds.ts'
import {
  type Action,
  begin,
  chargesOf,
  choose,
  complete,
  eventsOf,
  requestAuthentication,
  toChallenge,
  tokenOf,
} from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const FROM_BEST_TO_WORST = ['Y', 'A', 'I', 'U', 'N', 'R']
const SAYS = ['Y', 'A', 'U', 'N', 'R']
const PAIRS = FROM_BEST_TO_WORST.flatMap((own) => SAYS.map((says) => ({ own, says })))
/** Each record against a good word, and each word against a good record; the others are read off the same order. */
const [IN_EVERY_RUN, OTHERS] = [true, false].map((isFirst) =>
  PAIRS.filter(({ own, says }) => (own === 'Y' || says === 'Y') === isFirst),
) as [typeof PAIRS, typeof PAIRS]

function worse(one: string, other: string): string {
  return FROM_BEST_TO_WORST[Math.max(FROM_BEST_TO_WORST.indexOf(one), FROM_BEST_TO_WORST.indexOf(other))]!
}

async function end(merchant: TestMerchant, action: Action, says: string) {
  const { result } = (await complete(merchant, action, says)).body
  const [event] = await eventsOf(merchant, result.id)
  return { result, event, charges: await chargesOf(merchant, result.id) }
}

const ordering = (own: string) => ({ authentication_simulator: { transStatus: own } })

describe('a challenge that is completed', () => {
  const NEVER = "The bank's page was never opened"
  const titles = async (id: string) =>
    (await app.merchant.call('GET', `/api/transactions/${id}/timeline`)).body.items.map(
      ({ title }: { title: string }) => title,
    )

  it('is approved without its page, but answer and timeline say so, however often it is completed', async () => {
    const action = await toChallenge(app.merchant)
    const answers = [await complete(app.merchant, action), await complete(app.merchant, action)]
    for (const { body, headers } of answers)
      expect([body.result.status, headers.get('tollgate-warning')]).toEqual(['APPROVED', 'challenge-not-opened'])
    expect(await titles(action.transaction_id)).toContain(NEVER)
  })

  it.each([
    ['opened', (action: Action) => postForm(tokenOf(action).acs_url!, { creq: challengeRequest(tokenOf(action)) })],
    ['left by a choice', (action: Action) => choose(action, 'Y')],
  ])('has no warning if its page was %s', async (_how, show) => {
    const action = await toChallenge(app.merchant)
    await show(action)
    const { body, headers } = await complete(app.merchant, action)
    expect([body.result.status, headers.get('tollgate-warning')]).toEqual(['APPROVED', null])
    expect(await titles(action.transaction_id)).not.toContain(NEVER)
  })
})

describe('the outcome is the worse of the own record and what the caller says', () => {
  const name = 'own record $own, caller $says'
  it.each(IN_EVERY_RUN)(name, isTheWorse)
  it.each(OTHERS)(name, { tags: ['full'] }, isTheWorse)

  async function isTheWorse({ own, says }: (typeof PAIRS)[number]): Promise<void> {
    const { result, event, charges } = await end(app.merchant, await toChallenge(app.merchant, ordering(own)), says)
    const outcome = worse(own, says)
    const goesOn = ['Y', 'A', 'I'].includes(outcome)
    expect(result).toMatchObject({
      status: goesOn ? 'APPROVED' : 'DECLINED',
      processing_code: goesOn ? '0000' : '1000',
    })
    expect(event).toMatchObject({ authentication_status: outcome, authentication_level: 2 })
    expect(charges).toHaveLength(goesOn ? 1 : 0)
  }

  it.each(['C', 'I', 'X', 'y', '', 'YY', 1, null, undefined])(
    'trans_status %j is 422 and changes nothing',
    async (says) => {
      const action = await toChallenge(app.merchant)
      const path = '/api/transactions/three-ds/authentication-completed'
      const { payment_data, session_id } = action
      const { status, body } = await app.merchant.call('POST', path, {
        body: { payment_data, session_id, trans_status: says },
      })
      expect([status, body.errors[0].property]).toEqual([422, 'trans_status'])
      expect((await complete(app.merchant, action)).body.result.status).toBe('APPROVED')
    },
  )
})

it('an id in capitals names the same authentication', async () => {
  const action = await begin(app.merchant)
  const capitals = { ...action, session_id: action.session_id.toUpperCase() }
  const { action: challenge } = (await requestAuthentication(app.merchant, capitals)).body
  expect(challenge.type).toBe('THREE_DS_2_CHALLENGE')
  const again = { ...challenge, session_id: challenge.session_id.toUpperCase() }
  expect((await complete(app.merchant, again)).body.result.status).toBe('APPROVED')
})

describe('allow_unauthenticated', () => {
  it.each([
    ['U', 'APPROVED'],
    ['N', 'DECLINED'],
    ['R', 'DECLINED'],
  ])('%s on such a terminal is %s', async (own, status) => {
    const merchant = await app.newMerchant({ terminal: { allowUnauthenticated: true } })
    const { result, event } = await end(merchant, await toChallenge(merchant, ordering(own)), 'Y')
    expect(result.status).toBe(status)
    expect(event.authentication_status).toBe(own)
  })
})

describe('cres never upgrades', () => {
  const notificationUrl = (action: Action) => `${app.baseUrl}/three-ds/${action.session_id}/challenge-notification-url`
  const notify = (action: Action, cres: string) => postForm(notificationUrl(action), { cres }, 'iframe')
  const postText = (url: string, body: string | Buffer) =>
    fetch(url, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body as string)),
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-dest': 'iframe' },
    })
  const encode = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64url')

  it.each(['N', 'R', 'U'])('a forged Y does not turn the own record %s', async (own) => {
    const action = await toChallenge(app.merchant, ordering(own))
    const forged = { threeDSServerTransID: action.session_id, transStatus: 'Y', messageType: 'CRes' }
    expect((await notify(action, encode(forged))).status).toBe(303)
    const { result, event } = await end(app.merchant, action, 'Y')
    expect(result.status).toBe('DECLINED')
    expect(event.authentication_status).toBe(own)
  })

  it('a forged Y does not turn a cancel on the challenge page', async () => {
    const action = await toChallenge(app.merchant)
    await choose(action, 'cancel')
    await notify(action, encode({ threeDSServerTransID: action.session_id, transStatus: 'Y' }))
    expect((await end(app.merchant, action, 'Y')).result.status).toBe('CANCELED')
  })

  it.each([
    ['another authentication’s', () => encode({ threeDSServerTransID: crypto.randomUUID(), transStatus: 'Y' })],
    ['C', (action: Action) => encode({ threeDSServerTransID: action.session_id, transStatus: 'C' })],
  ])('%s counts as could not be performed', async (_what, write) => {
    const action = await toChallenge(app.merchant)
    expect((await notify(action, write(action))).status).toBe(303)
    const { result, event } = await end(app.merchant, action, 'Y')
    expect(result.status).toBe('DECLINED')
    expect(event.authentication_status).toBe('U')
  })

  it.each([
    ['Y', 'APPROVED'],
    ['N', 'DECLINED'],
  ])('one that cannot be read brings nothing: the own record %s alone decides', async (own, status) => {
    for (const junk of ['not a message', '', 'eyJ0cmFuc1N0']) {
      const action = await toChallenge(app.merchant, ordering(own))
      expect((await notify(action, junk)).status).toBe(303)
      const { result, event } = await end(app.merchant, action, 'Y')
      expect([result.status, event.authentication_status]).toEqual([status, own])
    }
  })

  it.each<[string, (cres: string) => string | Buffer]>([
    ['twice, in different words', (cres) => `cres=${cres}&cres=junk`],
    ['as another message', () => `cres=${encode({ transStatus: 'N', messageType: 'Cres' })}`],
    ['under the name of a list', (cres) => `cres%5B%5D=${cres}`],
    ['longer than any message', (cres) => `cres=${cres.repeat(1000)}`],
    ['in no UTF-8', () => Buffer.from([...Buffer.from('cres='), 0xff, 0xfe])],
    ['in a form without fields', () => '&'],
  ])('one that comes %s brings nothing', async (_how, write) => {
    const action = await toChallenge(app.merchant, ordering('A'))
    const cres = encode({ threeDSServerTransID: action.session_id, transStatus: 'N', messageType: 'CRes' })
    const answer = await postText(notificationUrl(action), write(cres))
    expect(answer.status).toBe(303)
    const { result, event } = await end(app.merchant, action, 'Y')
    expect([result.status, event.authentication_status]).toEqual(['APPROVED', 'A'])
  })

  it('one that comes twice in the same words counts', async () => {
    const action = await toChallenge(app.merchant, ordering('Y'))
    const cres = encode({ threeDSServerTransID: action.session_id, transStatus: 'N', messageType: 'CRes' })
    await postText(notificationUrl(action), `cres=${cres}&cres=${cres}&threeDSSessionData=a&threeDSSessionData=b`)
    expect((await end(app.merchant, action, 'Y')).event.authentication_status).toBe('N')
  })

  it('the page behind it speaks the language of the browser', async () => {
    const action = await toChallenge(app.merchant)
    const address = `${app.baseUrl}/three-ds/${action.session_id}/challenge-return`
    const html = async (language: string, destination: string) =>
      (await fetch(address, { headers: { 'accept-language': language, 'sec-fetch-dest': destination } })).text()
    expect(await html('ro;q=0.2, sv;q=0.8', 'iframe')).toMatch(/lang="sv-SE"[\s\S]*Tillbaka till butiken/)
    expect(await html('ro', 'embed')).toMatch(/lang="ro-RO"[\s\S]*Finalizăm plata[\s\S]*>Continuă<\/button>/)
    expect(await html('ja', 'iframe')).toMatch(/lang="en-US"[\s\S]*Back to the shop/)
  })

  it('one that cannot be read on a full page leads back to the shop with what the own record says', async () => {
    const action = await toChallenge(app.merchant, ordering('Y'))
    const url = `${app.baseUrl}/three-ds/${action.session_id}/challenge-notification-url`
    await postForm(url, { cres: 'junk' }, 'document')
    expect((await app.merchant.status(action.transaction_id)).transaction.status).toBe('APPROVED')
  })

  it('the genuine one is read with line ends, NUL, in a field and of an authentication in capitals', async () => {
    const action = await toChallenge(app.merchant, ordering('A'))
    const id = action.session_id.toUpperCase()
    const cres = Buffer.from(JSON.stringify({ threeDSServerTransID: id, transStatus: 'A', messageType: 'CRes' }))
    const lines = cres.toString('base64').replace(/.{76}/g, '$&\r\n')
    const url = `${app.baseUrl}/three-ds/${id}/challenge-notification-url`
    expect((await postForm(url, { CRes: ` ${lines}\n\0` }, 'iframe')).status).toBe(303)
    const { result, event } = await end(app.merchant, action, 'Y')
    expect([result.status, event.authentication_status]).toEqual(['APPROVED', 'A'])
  })

  it.each(['base64', 'base64url'] as const)('the genuine one is read in %s, padded or not', async (encoding) => {
    const action = await toChallenge(app.merchant)
    const { fields } = await choose(action, 'A')
    const message = Buffer.from(fields.cres!, 'base64url')
    const padding = encoding === 'base64' ? '' : '=='.slice(0, (3 - (message.length % 3)) % 3)
    await notify(action, message.toString(encoding) + padding)
    const { result, event } = await end(app.merchant, action, 'Y')
    expect([result.status, event.authentication_status]).toEqual(['APPROVED', 'A'])
  })

  it('for an unknown id is 404', async () => {
    const answer = await postForm(`${app.baseUrl}/three-ds/${crypto.randomUUID()}/challenge-notification-url`, {
      cres: 'x',
    })
    expect(answer.status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import {
  begin,
  CHALLENGE_AT_ONCE,
  chargesOf,
  choose,
  complete,
  eventsOf,
  fingerprint,
  requestAuthentication,
  toChallenge,
  tokenOf,
} from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/**
 * The table of docs/reference/simulators.md#flows-of-3-d-secure, written again: method URL, whether there is a
 * challenge, the status it ends with.
 */
const FLOWS = [
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'a method URL', 'challenge', 'Y'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE', 'a method URL', 'challenge', 'Y'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_FRICTIONLESS', 'a method URL', 'frictionless', 'A'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'no method URL', 'challenge', 'Y'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'no method URL', 'frictionless', 'N'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'no method URL', 'frictionless', 'A'],
] as const

const AUTHORIZED = ['Y', 'A', 'I']

async function run(metadata: Record<string, unknown>, posted: 'Y' | 'N' = 'N') {
  const action = await begin(app.merchant, metadata)
  const { body } = await requestAuthentication(app.merchant, action, btoa(posted))
  return {
    action,
    challenge: body.action,
    result: body.result ?? (await complete(app.merchant, body.action)).body.result,
  }
}

describe('simulated_flow', () => {
  it('defaults to VERSIONING_FINGERPRINT_Y_CHALLENGE', async () => {
    const { body } = await app.merchant.authorize({ metadata: undefined })
    expect(tokenOf(body.action)).toHaveProperty('three_ds_method_url')
  })

  it('VERSIONING_NOT_ENROLLED is authorized with no authentication', async () => {
    const { result } = (await app.merchant.authorize()).body
    expect(result.status).toBe('APPROVED')
    expect(await eventsOf(app.merchant, result.id)).toMatchObject([
      { authentication_status: null, authentication_level: null },
    ])
  })

  it.each(FLOWS)('%s: %s, %s, ending %s', async (simulated_flow, method, kind, transStatus) => {
    const { action, challenge, result } = await run({ simulated_flow })
    expect(tokenOf(action).three_ds_method_url !== undefined).toBe(method === 'a method URL')
    expect(challenge !== null).toBe(kind === 'challenge')
    const approved = AUTHORIZED.includes(transStatus)
    expect(result).toMatchObject(
      approved ? { status: 'APPROVED', processing_code: '0000' } : { status: 'DECLINED', processing_code: '1000' },
    )
    expect(await eventsOf(app.merchant, result.id)).toMatchObject([
      { status: result.status, authentication_status: transStatus, authentication_level: challenge ? 2 : 1 },
    ])
    expect(await chargesOf(app.merchant, result.id)).toHaveLength(approved ? 1 : 0)
  })

  const overridden = '%s (%s) overridden by authentication_simulator.transStatus %s'
  const overrides = (flows: readonly (typeof FLOWS)[number][]) =>
    flows.flatMap(([flow, , kind]) => ['Y', 'A', 'I', 'U', 'N', 'R'].map((status) => [flow, kind, status] as const))
  it.each(overrides(FLOWS.slice(3, 5)))(overridden, decides)
  it.each(overrides([...FLOWS.slice(0, 3), ...FLOWS.slice(5)]))(overridden, { tags: ['full'] }, decides)

  async function decides(simulated_flow: string, _kind: string, transStatus: string): Promise<void> {
    const { result } = await run({ simulated_flow, authentication_simulator: { transStatus } })
    expect(result.status).toBe(AUTHORIZED.includes(transStatus) ? 'APPROVED' : 'DECLINED')
    expect(await eventsOf(app.merchant, result.id)).toMatchObject([{ authentication_status: transStatus }])
  }

  it.each([{ eci: '02' }, { eci: 5 }, { authenticationValue: 'QUJD' }, { dsTransID: 'ds-1' }])(
    'authentication_simulator %j is taken',
    async (authentication_simulator) => {
      const { result } = await run({ authentication_simulator })
      expect(result.status).toBe('APPROVED')
    },
  )

  it('the card simulator declines trans_status N regardless of metadata', async () => {
    const metadata = { response_code: 'TRX_STATUS_APPROVED', authentication_simulator: { transStatus: 'N' } }
    expect((await run(metadata)).result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
  })

  it('a response_code decides after a successful authentication', async () => {
    const { result } = await run({ response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' })
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  })
})

describe('the action', () => {
  it('of the fingerprint has its ids, type, token and payment_data, and awaits the shopper', async () => {
    const { body } = await app.merchant.authorize({ metadata: undefined })
    const { action } = body
    expect(body).toEqual({
      result: null,
      action: {
        transaction_id: expect.any(String),
        session_id: tokenOf(action).three_ds_server_trans_id,
        type: 'THREE_DS_2_FINGERPRINT',
        token: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/),
        payment_data: expect.any(String),
      },
      redirect: null,
      form_submit: null,
      transaction_id: action.transaction_id,
      status: 'PENDING',
    })
    expect(tokenOf(action)).toEqual({
      three_ds_server_trans_id: expect.stringMatching(/^[\da-f-]{36}$/),
      three_ds_method_url: expect.stringMatching(/^http/),
      three_ds_method_notification_url: expect.stringMatching(/^http/),
      message_version: '2.2.0',
      challenge_window_size: '05',
    })
    expect((await app.merchant.status(action.transaction_id)).transaction).toMatchObject({
      status: 'PENDING',
      processing_code: '1002',
      pending: true,
      approved: false,
      processing_result: { approval_code: null, reference_number: null },
    })
  })

  it('of the challenge names the acs_url and acs_trans_id, the same session and a new payment_data', async () => {
    const first = await begin(app.merchant, { authentication_simulator: { messageVersion: '2.1.0' } })
    const { body } = await requestAuthentication(app.merchant, first)
    expect(body).toMatchObject({ status: 'PENDING', transaction_id: first.transaction_id, result: null })
    expect(body.action).toMatchObject({ type: 'THREE_DS_2_CHALLENGE', session_id: first.session_id })
    expect(body.action.payment_data).not.toBe(first.payment_data)
    expect(tokenOf(body.action)).toMatchObject({
      three_ds_server_trans_id: first.session_id,
      acs_url: expect.stringMatching(/^http/),
      acs_trans_id: expect.stringMatching(/^[\da-f-]{36}$/),
      message_version: '2.1.0',
      challenge_window_size: '05',
    })
    expect(tokenOf(body.action)).not.toHaveProperty('three_ds_method_url')
  })

  it('fingerprint_result is Base64 of Y or of N, else 422 and the step stays due', async () => {
    const action = await begin(app.merchant)
    for (const bad of ['Y', 'N', btoa('X'), btoa('y'), '', 'WQ', 7, null]) {
      const { status, body } = await requestAuthentication(app.merchant, action, bad)
      expect([status, body.errors[0].property]).toEqual([422, 'fingerprint_result'])
    }
    expect((await requestAuthentication(app.merchant, action, btoa('Y'))).body.action).not.toBeNull()
  })

  it('an answer without fingerprint_result and payment_data names both', async () => {
    const action = await begin(app.merchant)
    const path = `/api/transactions/three-ds/${action.session_id}/request-authentication`
    const { body } = await app.merchant.call('POST', path, { body: {} })
    expect(body.errors.map(({ property }: { property: string }) => property).sort()).toEqual([
      'fingerprint_result',
      'payment_data',
    ])
  })
})

describe('the simulated bank', () => {
  it('posts the method page’s notification to the three_ds_method_notification_url', async () => {
    const { body } = await app.merchant.authorize({ metadata: undefined })
    expect((await fingerprint(body.action)).status).toBe(200)
    const [row] = await app.database.sql`
      select method_completed from authentications where three_ds_server_trans_id = ${body.action.session_id}`
    expect(row!.method_completed).toBe(true)
  })

  it.each(['Y', 'N', 'U', 'A', 'R'])('offers data-outcome="%s"; the choice overrides the flow', async (outcome) => {
    const action = await toChallenge(app.merchant)
    await choose(action, outcome)
    const { result } = (await complete(app.merchant, action, 'Y')).body
    expect(result.status).toBe(AUTHORIZED.includes(outcome) ? 'APPROVED' : 'DECLINED')
    expect(await eventsOf(app.merchant, result.id)).toMatchObject([
      { authentication_status: outcome, authentication_level: 2 },
    ])
  })

  it.each(['Y', 'A', 'N', 'U', 'R'])('a cancel there ends as CANCELED 1003 though the caller says %s', async (says) => {
    const action = await toChallenge(app.merchant, { simulated_flow: CHALLENGE_AT_ONCE })
    await choose(action, 'cancel')
    const { result } = (await complete(app.merchant, action, says)).body
    expect(result).toMatchObject({ status: 'CANCELED', processing_code: '1003', approved: false, pending: false })
    expect(await eventsOf(app.merchant, result.id)).toMatchObject([{ status: 'CANCELED' }])
    expect(await chargesOf(app.merchant, result.id)).toEqual([])
  })
})

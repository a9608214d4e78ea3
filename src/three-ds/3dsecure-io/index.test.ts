import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, openConnection, patience, REQUESTOR } from '#test/three-ds-sandbox/connection.ts'
import { CARDS } from '#test/three-ds-sandbox/test-cases.ts'
import { describeThreeDsServer } from '#test/three-ds-server-contract.ts'

const UNPERFORMED = { kind: 'verdict', verdict: { transStatus: 'U', eci: null, authenticationValue: null } }

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterEach(() => on.reset())
afterAll(() => on.close())

describe('the sandbox, by the published field tables', () => {
  it('refuses a wrong AReq', async () => {
    const requestor = { ...REQUESTOR, merchantCategoryCode: 'coffee' }
    expect(await on.authenticate(CARDS.frictionlessY, { requestor })).toMatchObject(UNPERFORMED)
    expect(on.failures).toMatchObject([{ failure: 'error-message', code: '203', elements: ['mcc'] }])
  })

  it('accepts every AReq of the gateway', async () => {
    const answer = await on.authenticate(CARDS.frictionlessY, { challengeMandated: true })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { transStatus: 'Y' } })
    expect(await on.authenticate(CARDS.olderVersion)).toMatchObject({ kind: 'challenge', messageVersion: '2.1.0' })
    expect(on.failures).toEqual([])
  })
})

describeThreeDsServer('the connector to 3dsecure.io', async () => ({
  server: on.server,
  steer: (course) => ({ number: CARD_BY_COURSE[course], metadata: { simulated_flow: 'of no consequence' } }),
  conclude: async ({ threeDsServerTransId }, choice) => on.sandbox.conclude(threeDsServerTransId, choice),
}))

const CARD_BY_COURSE = {
  'not-enrolled': CARDS.notEnrolled,
  Y: CARDS.frictionlessY,
  A: CARDS.A,
  N: CARDS.N,
  R: CARDS.R,
  U: CARDS.U,
  I: CARDS.I,
  challenge: CARDS.challengeY,
}

describe('a look-up', () => {
  it('takes the best version that all parties support, with its method URL', async () => {
    const threeDsMethodUrl = `${on.sandbox.origin}/method`
    expect(await on.lookUp('4111111111100003')).toMatchObject({ messageVersion: '2.2.0', threeDsMethodUrl })
    expect(await on.lookUp(CARDS.olderVersion)).toMatchObject({ messageVersion: '2.1.0', threeDsMethodUrl })
    expect(await on.lookUp(CARDS.N)).toMatchObject({ messageVersion: '2.2.0', threeDsMethodUrl: null })
  })

  it.each([
    ['a range in which nobody meets', { dsStartProtocolVersion: '2.1.0', dsEndProtocolVersion: '2.1.0' }],
    ['a range with a gap where we are', { acsProtocolVersions: [{ version: '2.3.1' }] }],
  ])('cannot tell in %s', async (_what, elements) => {
    on.sandbox.disturb('preauth', { kind: 'changed', elements })
    expect(await on.lookUp(CARDS.frictionlessY)).toEqual({ enrolled: 'unknown' })
    expect(on.failures).toMatchObject([{ call: 'preauth', failure: 'no-common-version' }])
  })

  it('does without lists of versions', async () => {
    const elements = { acsProtocolVersions: undefined, dsProtocolVersions: undefined }
    on.sandbox.disturb('preauth', { kind: 'changed', elements })
    expect(await on.lookUp(CARDS.frictionlessY)).toMatchObject({ enrolled: true, messageVersion: '2.2.0' })
  })

  it('of a card that is not enrolled is certain, with any HTTP status', async () => {
    on.sandbox.disturb('preauth', { kind: 'error-message', code: '305', status: 404 })
    expect(await on.lookUp(CARDS.frictionlessY)).toEqual({ enrolled: false })
    expect(on.failures).toEqual([])
  })

  it.each([
    [{ messageType: undefined }],
    [{ messageType: 'ARes' }],
    [{ threeDSServerTransID: undefined }],
    [{ threeDSServerTransID: 'x' }],
    [{ dsStartProtocolVersion: undefined }],
    [{ acsEndProtocolVersion: '2' }],
    [{ acsProtocolVersions: undefined, threeDSMethodURL: 'http://acs.example/method' }],
    [{ acsProtocolVersions: undefined, threeDSMethodURL: `https://acs.example/${'x'.repeat(256)}` }],
  ])('with %j is a technical failure', async (elements) => {
    on.sandbox.disturb('preauth', { kind: 'changed', elements })
    expect(await on.lookUp(CARDS.frictionlessY)).toEqual({ enrolled: 'unknown' })
    expect(on.failures).toMatchObject([{ call: 'preauth', failure: 'fault' }])
  })
})

describe('what is sent', () => {
  it('is ASCII, and the card number no oftener than it must', async () => {
    await on.authenticate(CARDS.frictionlessY)
    const [preauth, auth] = on.sandbox.received.slice(-2)
    expect(JSON.parse(preauth!.body)).toEqual({ acctNumber: CARDS.frictionlessY })
    expect(auth!.body).toMatch(/^[\0-\x7f]*$/)
    expect(JSON.parse(auth!.body)).toMatchObject({
      acctNumber: CARDS.frictionlessY,
      cardholderName: 'Zoe Angstrom',
      browserUserAgent: 'browser “quoted”',
    })
    expect(auth!.body.split(CARDS.frictionlessY)).toHaveLength(2)
  })

  it('never reaches the log: neither card, nor key, nor value, nor what a server repeats of them', async () => {
    const request = await on.requestFor(CARDS.frictionlessY)
    const detail = `acctNumber ${CARDS.frictionlessY} is not valid, zoe@example.com`
    on.sandbox.disturb('auth', { kind: 'error-message', code: '203', detail })
    await on.server.authenticate(request, patience())
    const printed = JSON.stringify(on.failures)
    expect(on.failures).toMatchObject([{ elements: ['acctNumber'] }])
    for (const secret of [CARDS.frictionlessY, on.sandbox.apiKey, 'zoe@example.com'])
      expect(printed).not.toContain(secret)
  })
})

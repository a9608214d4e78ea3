import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FINAL_TRANS_STATUSES } from '#domain/authentication.ts'
import { systemClock } from '#domain/clock.ts'
import { Secret } from '#domain/secret.ts'
import { openSimulatedAuthentications } from '#store/simulators/authentications.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { readChallengeResponse, writeChallengeRequest, writeMethodData } from '#three-ds/messages.ts'
import type { AuthenticationAnswer, AuthenticationRequest } from '#three-ds/server.ts'
import { FLOW_NAMES } from './flows.ts'
import { createThreeDsSimulator, type ThreeDsSimulator } from './index.ts'

const BASE_URL = 'http://127.0.0.1:3000'
const signal = new AbortController().signal

const CARD = {
  number: new Secret('4111111111111111'),
  expirationMonth: 3,
  expirationYear: 2031,
  cvv: null,
  maskedCard: { masked: '411111******1111', brand: 'visa', hash: 'h' },
} as const

const PURCHASE: Omit<AuthenticationRequest, 'threeDsServerTransId' | 'messageVersion'> = {
  card: CARD,
  money: { amount: 1050n, currency: 'EUR' },
  merchantName: 'Corner Shop',
  requestor: null,
  challengeMandated: false,
  customer: {
    id: null,
    firstName: null,
    lastName: null,
    address: null,
    city: null,
    country: null,
    postalCode: null,
    email: null,
    phone: null,
  },
  browserInfo: {
    userAgent: 'browser',
    acceptHeader: '*/*',
    javaEnabled: false,
    colorDepth: 24,
    screenHeight: 800,
    screenWidth: 390,
    timeZoneOffset: 0,
    language: 'en',
  },
  customerIp: null,
  methodCompletion: 'Y',
  notificationUrl: 'https://gateway.example/challenge-notification-url',
}

/** The table of docs/reference/simulators.md#flows-of-3-d-secure, written again: method URL, then how it goes on. */
const TABLE = [
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'prompt', 'challenge', 'Y'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE', 'delayed', 'challenge', 'Y'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_FRICTIONLESS', 'delayed', 'verdict', 'A'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'none', 'challenge', 'Y'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'none', 'verdict', 'N'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'none', 'verdict', 'A'],
] as const

const CHALLENGE_FLOW = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }

let database: FreshDatabase
let simulator: ThreeDsSimulator

beforeAll(async () => {
  database = await freshDatabase()
  simulator = createThreeDsSimulator(openSimulatedAuthentications(database.sql), BASE_URL, systemClock)
})

afterAll(() => database.drop())

function lookUp(metadata: Record<string, unknown>) {
  return simulator.server.lookup({ transactionId: 'trx_1', merchantId: 'mer_1', card: CARD, metadata }, signal)
}

async function begin(metadata: Record<string, unknown>, number?: string) {
  const versioning = await lookUp(metadata)
  if (versioning.enrolled !== true) throw new Error('The card is not enrolled.')
  const { threeDsServerTransId: id, messageVersion } = versioning
  const card = number === undefined ? CARD : { ...CARD, number: new Secret(number) }
  const request = { ...PURCHASE, card, threeDsServerTransId: id, messageVersion }
  const answer = await simulator.server.authenticate(request, signal)
  return { ...versioning, id, answer }
}

function creqFor(id: string, answer: AuthenticationAnswer): string {
  if (answer.kind !== 'challenge') throw new Error('No challenge was asked for.')
  return writeChallengeRequest({
    threeDSServerTransID: id,
    acsTransID: answer.acsTransId,
    messageVersion: answer.messageVersion,
    challengeWindowSize: '05',
  })
}

function resultOf(threeDsServerTransId: string) {
  const challenge = { threeDsServerTransId, acsTransId: '', messageVersion: '2.2.0', brand: null }
  return simulator.server.result(challenge, signal)
}

async function endOf(id: string, answer: AuthenticationAnswer) {
  return answer.kind === 'verdict' ? answer : resultOf(id)
}

describe('simulated_flow', () => {
  it('defaults to VERSIONING_FINGERPRINT_Y_CHALLENGE and version 2.2.0', async () => {
    const { threeDsMethodUrl, messageVersion, answer } = await begin({})
    expect(threeDsMethodUrl).toBe(`${BASE_URL}/simulators/three-ds/method`)
    expect(messageVersion).toBe('2.2.0')
    expect(answer).toMatchObject({ kind: 'challenge', acsUrl: `${BASE_URL}/simulators/three-ds/challenge` })
  })

  it('VERSIONING_NOT_ENROLLED leaves no trace', async () => {
    const [before] = await database.sql`select count(*) from simulator.authentications`
    expect(await lookUp({ simulated_flow: 'VERSIONING_NOT_ENROLLED' })).toEqual({ enrolled: false })
    expect(await database.sql`select count(*) from simulator.authentications`).toEqual([before])
  })

  it.each(TABLE)('%s: method URL %s, then a %s ending %s', async (flow, method, kind, transStatus) => {
    const { id, threeDsMethodUrl, answer } = await begin({ simulated_flow: flow })
    expect(threeDsMethodUrl === null).toBe(method === 'none')
    expect(answer.kind).toBe(kind)
    expect(await endOf(id, answer)).toMatchObject({ kind: 'verdict', verdict: { transStatus } })

    const threeDSMethodData = writeMethodData({
      threeDSServerTransID: id,
      threeDSMethodNotificationURL: 'https://gateway.example/method-notification',
    })
    const page = await simulator.issuer.methodPage(threeDSMethodData)
    if (method === 'none') expect(page).toBeUndefined()
    else if (method === 'prompt') expect(page?.delaySeconds).toBe(0)
    else expect(page?.delaySeconds).toBeGreaterThan(5)
  })

  it('is one of the seven there are', () => {
    expect([...FLOW_NAMES].sort()).toEqual([...TABLE.map(([flow]) => flow), 'VERSIONING_NOT_ENROLLED'].sort())
  })
})

describe('authentication_simulator', () => {
  it.each(TABLE.flatMap(([flow]) => FINAL_TRANS_STATUSES.map((status) => [flow, status] as const)))(
    'ends %s with %s',
    async (simulated_flow, transStatus) => {
      const { id, answer } = await begin({ simulated_flow, authentication_simulator: { transStatus } })
      const end = await endOf(id, answer)
      if (end.kind !== 'verdict') throw new Error('It has not ended.')
      expect(end.verdict.transStatus).toBe(transStatus)
      const proven = transStatus === 'Y' || transStatus === 'A'
      expect(end.verdict.eci).toBe({ Y: '05', A: '06' }[transStatus as string] ?? null)
      expect(end.verdict.authenticationValue === null).toBe(!proven)
      if (proven) expect(end.verdict.authenticationValue?.reveal()).toMatch(/^[\w+/]{27}=$/)
      expect(end.verdict.dsTransId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
    },
  )

  it.each([
    ['visa', '4111111111111111', '05', '06'],
    ['mastercard', '5555555555554444', '02', '01'],
    ['a mastercard of the 2-series', '2223003122003222', '02', '01'],
    ['maestro', '6759649826438453', '02', '01'],
    ['amex', '378282246310005', '05', '06'],
    ['jcb', '3530111333300000', '05', '06'],
    ['a card of no known brand', '9999999999999995', '05', '06'],
  ])(
    '%s: eci as its network writes it, with and without a challenge',
    async (_brand, number, authenticated, attempted) => {
      const flows = [CHALLENGE_FLOW, { simulated_flow: 'VERSIONING_FINGERPRINT_A_FRICTIONLESS' }]
      const expected = Object.entries({ Y: authenticated, A: attempted, I: null, N: null })
      for (const [transStatus, eci] of expected) {
        for (const flow of flows) {
          const { id, answer } = await begin({ ...flow, authentication_simulator: { transStatus } }, number)
          expect(await endOf(id, answer)).toMatchObject({ verdict: { transStatus, eci } })
        }
      }
    },
  )

  it('an eci of the tester’s own counts for every network', async () => {
    const authentication_simulator = { eci: '07' }
    const { id, answer } = await begin({ ...CHALLENGE_FLOW, authentication_simulator }, '5555555555554444')
    expect(await endOf(id, answer)).toMatchObject({ verdict: { transStatus: 'Y', eci: '07' } })
  })

  it('gives the values the tester wants', async () => {
    const overrides = { eci: 2, authenticationValue: 'QUJD', messageVersion: '2.1.0', dsTransID: 'ds-1' }
    const { id, messageVersion, answer } = await begin({ ...CHALLENGE_FLOW, authentication_simulator: overrides })
    expect(messageVersion).toBe('2.1.0')
    const end = await endOf(id, answer)
    expect(end).toMatchObject({ verdict: { eci: '02', dsTransId: 'ds-1', messageVersion: '2.1.0' } })
    expect(end.kind === 'verdict' && end.verdict.authenticationValue?.reveal()).toBe('QUJD')
  })

  it.each([
    'x',
    7,
    null,
    [],
    { transStatus: 'C' },
    { transStatus: 'YN' },
    { eci: 'abc' },
    { eci: -1 },
    { authenticationValue: '' },
    { messageVersion: '1.0.2' },
    { dsTransID: 'x'.repeat(37) },
  ])('%j is a problem on metadata.authentication_simulator', (authentication_simulator) => {
    const problems = simulator.server.checkMetadata({ authentication_simulator })
    expect(problems.map(({ property }) => property)).toEqual(['metadata.authentication_simulator'])
  })

  it.each(['', 'VERSIONING', 'toString', null, 1, {}])(
    '%j is a problem on metadata.simulated_flow',
    (simulated_flow) => {
      const problems = simulator.server.checkMetadata({ simulated_flow, authentication_simulator: 1 })
      expect(problems.map(({ property }) => property)).toEqual([
        'metadata.simulated_flow',
        'metadata.authentication_simulator',
      ])
    },
  )

  it('takes no offence at other metadata', () => {
    const metadata = { order: 'x', simulated_flow: FLOW_NAMES[0], authentication_simulator: { other: 1, eci: '07' } }
    expect(simulator.server.checkMetadata(metadata)).toEqual([])
  })
})

describe('the challenge page', () => {
  it('shows the purchase and presets what the flow ends with', async () => {
    const { id, answer } = await begin({ ...CHALLENGE_FLOW, authentication_simulator: { transStatus: 'R' } })
    expect(await simulator.issuer.openChallenge(creqFor(id, answer))).toMatchObject({
      purchase: { merchantName: 'Corner Shop', amount: '1050', currency: 'EUR', brand: 'visa' },
      flow: CHALLENGE_FLOW.simulated_flow,
      preset: 'R',
    })
  })

  it.each(['N', 'U', 'A', 'R'] as const)(
    'overrides the flow with %s, in the authentications before the browser hears',
    async (choice) => {
      const { id, answer } = await begin(CHALLENGE_FLOW)
      const done = await simulator.issuer.finishChallenge(creqFor(id, answer), choice)
      expect(done?.notificationUrl).toBe(PURCHASE.notificationUrl)
      expect(readChallengeResponse(done?.cres ?? '', id)).toBe(choice)
      expect(await resultOf(id)).toMatchObject({ verdict: { transStatus: choice } })
    },
  )

  it('ends canceled when the shopper cancels, and the browser brings N', async () => {
    const { id, answer } = await begin(CHALLENGE_FLOW)
    const done = await simulator.issuer.finishChallenge(creqFor(id, answer), 'CANCELED')
    expect(readChallengeResponse(done?.cres ?? '', id)).toBe('N')
    expect(await resultOf(id)).toEqual({ kind: 'canceled' })
  })

  it('counts only the first choice, also when many arrive concurrently', async () => {
    const { id, answer } = await begin(CHALLENGE_FLOW)
    const creq = creqFor(id, answer)
    const choices = ['N', 'Y', 'CANCELED', 'R', 'U', 'A'] as const
    const done = await Promise.all(choices.map((choice) => simulator.issuer.finishChallenge(creq, choice)))
    expect(new Set(done.map((each) => each?.cres)).size).toBe(1)
    const again = await simulator.issuer.finishChallenge(creq, 'Y')
    expect(again).toEqual(done[0])
  })

  it('opens for no other ACS id, no frictionless flow and no unknown id', async () => {
    const { id, answer } = await begin(CHALLENGE_FLOW)
    const foreign = creqFor(id, { ...answer, acsTransId: id } as AuthenticationAnswer)
    expect(await simulator.issuer.openChallenge(foreign)).toBeUndefined()
    expect(await simulator.issuer.finishChallenge(foreign, 'N')).toBeUndefined()
    expect(await resultOf(id)).toMatchObject({ verdict: { transStatus: 'Y' } })
    expect(await simulator.issuer.openChallenge('junk')).toBeUndefined()
  })

  it('shows no challenge outside its flow, and accepts no choice for it', async () => {
    const { id } = await begin({ simulated_flow: 'VERSIONING_FINGERPRINT_A_FRICTIONLESS' })
    const [line] = await database.sql`
      select acs_trans_id from simulator.authentications where three_ds_server_trans_id = ${id}`
    const forged = { kind: 'challenge', acsTransId: line!.acs_trans_id, messageVersion: '2.2.0' }
    const creq = creqFor(id, forged as AuthenticationAnswer)
    expect(await simulator.issuer.openChallenge(creq)).toBeUndefined()
    expect(await simulator.issuer.finishChallenge(creq, 'N')).toBeUndefined()
    expect(await resultOf(id)).toMatchObject({ verdict: { transStatus: 'A' } })
  })

  it('keeps the first ACS id when the issuer is asked twice', async () => {
    const { id, answer } = await begin(CHALLENGE_FLOW)
    const again = { ...PURCHASE, threeDsServerTransId: id, messageVersion: '2.2.0' }
    expect(await simulator.server.authenticate(again, signal)).toEqual(answer)
  })
})

it('has no record of an authentication it never began', async () => {
  expect(await resultOf('d461f105-1792-407f-95ff-9a496fd918a9')).toEqual({ kind: 'none-yet' })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { FinalTransStatus } from '#domain/authentication.ts'
import { brandOf } from '#domain/brands.ts'
import { newId } from '#domain/ids.ts'
import { Secret } from '#domain/secret.ts'
import type {
  AuthenticationAnswer,
  AuthenticationRequest,
  ChallengeQuery,
  LookupRequest,
  ThreeDsServer,
  Versioning,
} from '#three-ds/server.ts'

/** Course of an authentication: a status without a challenge, or a challenge that the shopper ends. */
export type Course = 'not-enrolled' | FinalTransStatus | 'challenge'

export interface ThreeDsServerUnderTest {
  readonly server: ThreeDsServer
  steer(course: Course): { readonly number: string; readonly metadata: LookupRequest['metadata'] }
  /** Completes the bank's page as the shopper would. */
  conclude(challenge: ChallengeQuery, choice: 'Y' | 'N' | 'cancel'): Promise<void>
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const REQUESTOR = {
  url: 'https://shop.example',
  merchantName: 'Larkspur Coffee',
  merchantCategoryCode: '5814',
  merchantCountry: 'RO',
  acquirer: { bin: '438309', merchantId: '00002000000' },
  acquirerByNetwork: {},
} as const

/** Rules for every 3-D Secure server; each runs them in its own test. */
export function describeThreeDsServer(name: string, start: () => Promise<ThreeDsServerUnderTest>): void {
  describe(`${name}, as every 3-D Secure server`, () => {
    let under: ThreeDsServerUnderTest
    const lookUp = (course: Course) => under.server.lookup(enquiryOf(under.steer(course)), patience())
    const authenticate = (course: Course, begun: Enrolled) =>
      under.server.authenticate(requestOf(under.steer(course).number, begun), patience())
    const challenge = async () => challengeOf(under.steer('challenge').number, await begin('challenge'))
    const begin = async (course: Course) => {
      const versioning = enrolled(await lookUp(course))
      return { versioning, answer: await authenticate(course, versioning) }
    }
    const result = (asked: ChallengeQuery) => under.server.result(asked, patience())

    beforeAll(async () => {
      under = await start()
    })

    test('says that nothing is wrong with it', async () => {
      expect(await under.server.probe(patience())).toBeNull()
    })

    test('reports a card that does not take part', async () => {
      expect(await lookUp('not-enrolled')).toEqual({ enrolled: false })
    })

    test('gives every authentication a new ID', async () => {
      const [one, other] = [enrolled(await lookUp('Y')), enrolled(await lookUp('Y'))]
      expect(one.threeDsServerTransId).toMatch(UUID)
      expect(other.threeDsServerTransId).not.toBe(one.threeDsServerTransId)
      expect(one.messageVersion).toMatch(/^2\.[12]\.0$/)
    })

    test.each(['Y', 'A'] as const)('%s comes with its proof', async (transStatus) => {
      const { answer } = await begin(transStatus)
      expect(answer).toMatchObject({
        kind: 'verdict',
        verdict: { transStatus, eci: expect.stringMatching(/^0[1256]$/), dsTransId: expect.stringMatching(UUID) },
      })
      expect(answer.kind === 'verdict' && answer.verdict.authenticationValue?.reveal()).toMatch(/^[\w+/]{27}=$/)
    })

    test.each(['N', 'R', 'U'] as const)('%s comes without one', async (transStatus) => {
      const { answer } = await begin(transStatus)
      expect(answer).toMatchObject({ kind: 'verdict', verdict: { transStatus, authenticationValue: null } })
    })

    test('I is no more than information', async () => {
      expect((await begin('I')).answer).toMatchObject({ kind: 'verdict', verdict: { transStatus: 'I' } })
    })

    test('a challenge has an address and an id, in the version of the look-up', async () => {
      const { versioning, answer } = await begin('challenge')
      expect(answer).toEqual({
        kind: 'challenge',
        acsUrl: expect.stringMatching(/^https?:\/\/\S+$/),
        acsTransId: expect.stringMatching(UUID),
        messageVersion: versioning.messageVersion,
      })
    })

    test('a challenge that is passed ends with its proof, however often it is asked', async () => {
      const asked = await challenge()
      await under.conclude(asked, 'Y')
      const ended = await result(asked)
      expect(ended).toMatchObject({
        kind: 'verdict',
        verdict: { transStatus: 'Y', eci: '05', dsTransId: expect.stringMatching(UUID) },
      })
      expect(await result(asked)).toEqual(ended)
    })

    test('a challenge that is failed ends with N', async () => {
      const asked = await challenge()
      await under.conclude(asked, 'N')
      const verdict = { transStatus: 'N', authenticationValue: null }
      expect(await result(asked)).toMatchObject({ kind: 'verdict', verdict })
    })

    test('a challenge that is canceled is no verdict', async () => {
      const asked = await challenge()
      await under.conclude(asked, 'cancel')
      expect(await result(asked)).toEqual({ kind: 'canceled' })
    })

    test('has no record of a challenge it never heard of', async () => {
      const threeDsServerTransId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
      const asked = { threeDsServerTransId, acsTransId: threeDsServerTransId, messageVersion: '2.2.0', brand: null }
      expect(await result(asked)).toEqual({ kind: 'none-yet' })
    })

    test('prints neither card number nor proof', async () => {
      const { versioning, answer } = await begin('Y')
      const value = answer.kind === 'verdict' ? answer.verdict.authenticationValue?.reveal() : undefined
      const printed = JSON.stringify([versioning, answer])
      expect(printed).not.toContain(value)
      expect(printed).not.toContain(under.steer('Y').number)
    })

    test('throws nothing under a signal that is aborted already', async () => {
      const gone = AbortSignal.abort()
      const begun = enrolled(await lookUp('Y'))
      const { number, metadata } = under.steer('Y')
      await under.server.lookup(enquiryOf({ number, metadata }), gone)
      await under.server.authenticate(requestOf(number, begun), gone)
      await under.server.result(await challenge(), gone)
    })
  })
}

type Enrolled = Extract<Versioning, { enrolled: true }>

function enrolled(versioning: Versioning): Enrolled {
  if (versioning.enrolled !== true) throw new Error('The card does not take part.')
  return versioning
}

function challengeOf(
  number: string,
  { versioning, answer }: { readonly versioning: Enrolled; readonly answer: AuthenticationAnswer },
): ChallengeQuery {
  if (answer.kind !== 'challenge') throw new Error('No challenge is asked for.')
  const { acsTransId, messageVersion } = answer
  return { threeDsServerTransId: versioning.threeDsServerTransId, acsTransId, messageVersion, brand: brandOf(number) }
}

function enquiryOf({ number, metadata }: ReturnType<ThreeDsServerUnderTest['steer']>): LookupRequest {
  return { transactionId: newId('trx'), merchantId: newId('mer'), card: cardOf(number), metadata }
}

function requestOf(number: string, { threeDsServerTransId, messageVersion }: Enrolled): AuthenticationRequest {
  const nobody = { id: null, firstName: null, lastName: null, address: null, city: null, country: null }
  return {
    threeDsServerTransId,
    messageVersion,
    card: cardOf(number),
    money: { amount: 1050n, currency: 'EUR' },
    merchantName: 'Larkspur Coffee',
    requestor: REQUESTOR,
    challengeMandated: false,
    customer: { ...nobody, postalCode: null, email: 'ada@example.com', phone: null },
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
}

function cardOf(number: string) {
  const maskedCard = { masked: '', brand: brandOf(number), hash: '' }
  return { number: new Secret(number), expirationMonth: 3, expirationYear: 2031, cvv: null, maskedCard }
}

function patience(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

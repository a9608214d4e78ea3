import type { Requestor } from '#domain/authentication.ts'
import { brandOf } from '#domain/brands.ts'
import { systemClock } from '#domain/clock.ts'
import { Secret } from '#domain/secret.ts'
import type { Failure } from '#three-ds/3dsecure-io/failure.ts'
import { createThreeDSecureIo, type HostedServer } from '#three-ds/3dsecure-io/index.ts'
import type { AuthenticationAnswer, AuthenticationRequest, ChallengeQuery, Versioning } from '#three-ds/server.ts'
import { openThreeDsSandbox, type ThreeDsSandbox } from './index.ts'
import { CARDS } from './test-cases.ts'

/** Requestor of a terminal that can authenticate. */
export const REQUESTOR: Requestor = {
  url: 'https://shop.example',
  merchantName: 'Larkspur Coffee',
  merchantCategoryCode: '5814',
  merchantCountry: 'RO',
  acquirer: { bin: '438309', merchantId: '00002000000' },
  acquirerByNetwork: { mastercard: { bin: '545301', merchantId: 'LARKSPUR' } },
}

/** Wrong address or identity of a connector. */
export interface WrongPlace {
  readonly address?: string
  readonly apiKey?: string
  readonly ca?: undefined
}

/** The connector on the sandbox. */
export interface Connection {
  readonly sandbox: ThreeDsSandbox
  readonly server: HostedServer
  /** Failures reported to the operator. */
  readonly failures: Failure[]
  connect(wrong: WrongPlace): HostedServer
  lookUp(number: string, on?: HostedServer): Promise<Versioning>
  /** Of a card that was just looked up. */
  requestFor(number: string, changes?: Partial<AuthenticationRequest>): Promise<AuthenticationRequest>
  authenticate(number: string, changes?: Partial<AuthenticationRequest>): Promise<AuthenticationAnswer>
  /** Begins a challenge without answering it. */
  challenged(): Promise<ChallengeQuery>
  /** Removes all faults and failures. */
  reset(): void
  close(): Promise<void>
}

export async function openConnection(): Promise<Connection> {
  const sandbox = await openThreeDsSandbox()
  const failures: Failure[] = []
  const connect = (wrong: WrongPlace) => {
    const { origin: address, apiKey, ca } = sandbox
    const place = { address, ca, ...wrong, apiKey: new Secret(wrong.apiKey ?? apiKey) }
    return createThreeDSecureIo(place, systemClock, (failure) => failures.push(failure))
  }
  const server = connect({})

  const connection: Connection = {
    sandbox,
    server,
    failures,
    connect,
    lookUp(number, on = server) {
      const enquiry = { transactionId: 'trx_1', merchantId: 'mer_1', card: cardOf(number), metadata: {} }
      return on.lookup(enquiry, patience())
    },
    async requestFor(number, changes) {
      const versioning = await connection.lookUp(number)
      if (versioning.enrolled !== true) throw new Error('The card does not take part.')
      const { threeDsServerTransId, messageVersion } = versioning
      return { ...ORDER, threeDsServerTransId, messageVersion, card: cardOf(number), ...changes }
    },
    async authenticate(number, changes) {
      return server.authenticate(await connection.requestFor(number, changes), patience())
    },
    async challenged() {
      const request = await connection.requestFor(CARDS.challengeY)
      const answer = await server.authenticate(request, patience())
      if (answer.kind !== 'challenge') throw new Error('No challenge is asked for.')
      const { threeDsServerTransId, messageVersion } = request
      return { threeDsServerTransId, messageVersion, acsTransId: answer.acsTransId, brand: 'visa' }
    },
    reset() {
      for (const call of ['preauth', 'auth', 'postauth'] as const) sandbox.disturb(call, undefined)
      failures.length = 0
    },
    async close() {
      await Promise.all([sandbox.close(), server.close()])
    },
  }
  return connection
}

/** Longer than any call may take. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

const ORDER: Omit<AuthenticationRequest, 'threeDsServerTransId' | 'messageVersion' | 'card'> = {
  money: { amount: 1050n, currency: 'EUR' },
  merchantName: 'Larkspur Coffee',
  requestor: REQUESTOR,
  challengeMandated: false,
  customer: {
    id: 'c1',
    firstName: 'Zoë',
    lastName: 'Ångström',
    address: 'Strada Lipscani 1',
    city: 'București',
    country: 'RO',
    postalCode: '030031',
    email: 'zoe@example.com',
    phone: '+40 721 234 567',
  },
  browserInfo: {
    userAgent: 'browser “quoted”',
    acceptHeader: '*/*',
    javaEnabled: false,
    colorDepth: 30,
    screenHeight: 800,
    screenWidth: 390,
    timeZoneOffset: -120,
    language: 'ro-RO',
  },
  customerIp: '192.0.2.1',
  methodCompletion: 'Y',
  notificationUrl: 'https://gateway.example/challenge-notification-url',
}

function cardOf(number: string): AuthenticationRequest['card'] {
  const maskedCard = { masked: '', brand: brandOf(number), hash: '' }
  return { number: new Secret(number), expirationMonth: 3, expirationYear: 2031, cvv: null, maskedCard }
}

import { randomUUID } from 'node:crypto'
import type { FinalTransStatus } from '../../../src/domain/authentication.ts'
import { Secret } from '../../../src/domain/secret.ts'
import type {
  AuthenticationAnswer,
  AuthenticationRequest,
  ChallengeResult,
  Enquiry,
  ThreeDsServer,
  Versioning,
} from '../../../src/three-ds/server.ts'
import { type Conduct, conductOf } from './conduct.ts'

const VERSION = '2.2.0'

/** What the issuer knows of one authentication. */
export interface BookedAuthentication {
  readonly conduct: Conduct
  readonly transactionId: string
  readonly acsTransId: string
  /** What the AReq brought. */
  request?: Pick<AuthenticationRequest, 'card' | 'notificationUrl' | 'methodCompletion'>
  /** The shopper's word; the first counts. */
  chosen?: FinalTransStatus
}

/** A 3-D Secure server of the tests' own, whose issuer lives on another site. */
export class ForeignThreeDsServer implements ThreeDsServer {
  /** By the server's transaction id. */
  readonly book = new Map<string, BookedAuthentication>()
  readonly #issuer: string

  /** @param issuer the origin of its pages */
  constructor(issuer: string) {
    this.#issuer = issuer
  }

  checkMetadata(): [] {
    return []
  }

  async lookup({ metadata, transactionId }: Enquiry): Promise<Versioning> {
    const threeDsServerTransId = randomUUID()
    const conduct = conductOf(metadata)
    this.book.set(threeDsServerTransId, { conduct, transactionId, acsTransId: randomUUID() })
    const threeDsMethodUrl = conduct.method === 'none' ? null : `${this.#issuer}/method`
    return { enrolled: true, threeDsServerTransId, threeDsMethodUrl, messageVersion: VERSION }
  }

  async authenticate(request: AuthenticationRequest): Promise<AuthenticationAnswer> {
    const booked = this.book.get(request.threeDsServerTransId)!
    booked.request = request
    const acsUrl = `${this.#issuer}/challenge`
    return { kind: 'challenge', acsUrl, acsTransId: booked.acsTransId, messageVersion: VERSION }
  }

  async result(threeDsServerTransId: string): Promise<ChallengeResult> {
    const transStatus = this.book.get(threeDsServerTransId)?.chosen
    if (!transStatus) return { kind: 'none-yet' }
    const authenticationValue = new Secret(Buffer.alloc(20, 1).toString('base64'))
    const verdict = { transStatus, eci: '05', authenticationValue, dsTransId: randomUUID(), messageVersion: VERSION }
    return { kind: 'verdict', verdict }
  }

  /** What it knows of a transaction's latest authentication. */
  authenticationOf(transactionId: string): BookedAuthentication | undefined {
    return [...this.book.values()].findLast((booked) => booked.transactionId === transactionId)
  }
}

import { randomUUID } from 'node:crypto'
import type { FinalTransStatus } from '../../../src/domain/authentication.ts'
import { Secret } from '../../../src/domain/secret.ts'
import type {
  AuthenticationAnswer,
  AuthenticationRequest,
  ChallengeQuery,
  ChallengeResult,
  LookupRequest,
  ThreeDsServer,
  Versioning,
} from '../../../src/three-ds/server.ts'
import { type Conduct, conductOf } from './behavior.ts'

const VERSION = '2.2.0'

/** State of one authentication at the issuer. */
export interface SimulatedAuthentication {
  readonly conduct: Conduct
  readonly transactionId: string
  readonly acsTransId: string
  /** From the AReq. */
  request?: Pick<AuthenticationRequest, 'card' | 'notificationUrl' | 'methodCompletion'>
  /** The shopper's word; the first counts. */
  chosen?: FinalTransStatus
}

/** A 3-D Secure server of the tests' own, whose issuer lives on another site. */
export class ForeignThreeDsServer implements ThreeDsServer {
  readonly needsRequestor = false
  /** By the server's transaction id. */
  readonly authentications = new Map<string, SimulatedAuthentication>()
  readonly #issuer: string

  /** @param issuer the origin of its pages */
  constructor(issuer: string) {
    this.#issuer = issuer
  }

  checkMetadata(): [] {
    return []
  }

  async lookup({ metadata, transactionId }: LookupRequest): Promise<Versioning> {
    const threeDsServerTransId = randomUUID()
    const conduct = conductOf(metadata)
    this.authentications.set(threeDsServerTransId, { conduct, transactionId, acsTransId: randomUUID() })
    const threeDsMethodUrl = conduct.method === 'none' ? null : `${this.#issuer}/method`
    return { enrolled: true, threeDsServerTransId, threeDsMethodUrl, messageVersion: VERSION }
  }

  async authenticate(request: AuthenticationRequest): Promise<AuthenticationAnswer> {
    const authentication = this.authentications.get(request.threeDsServerTransId)!
    authentication.request = request
    const acsUrl = `${this.#issuer}/challenge`
    return { kind: 'challenge', acsUrl, acsTransId: authentication.acsTransId, messageVersion: VERSION }
  }

  async probe(): Promise<null> {
    return null
  }

  async result({ threeDsServerTransId }: ChallengeQuery): Promise<ChallengeResult> {
    const transStatus = this.authentications.get(threeDsServerTransId)?.chosen
    if (!transStatus) return { kind: 'none-yet' }
    const authenticationValue = new Secret(Buffer.alloc(20, 1).toString('base64'))
    const verdict = { transStatus, eci: '05', authenticationValue, dsTransId: randomUUID(), messageVersion: VERSION }
    return { kind: 'verdict', verdict }
  }

  /** Finds a transaction's latest authentication. */
  authenticationOf(transactionId: string): SimulatedAuthentication | undefined {
    return [...this.authentications.values()].findLast(
      (authentication) => authentication.transactionId === transactionId,
    )
  }
}

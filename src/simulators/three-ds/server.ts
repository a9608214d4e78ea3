import { randomUUID } from 'node:crypto'
import type { Clock } from '#domain/clock.ts'
import type { Problem } from '#domain/problem.ts'
import type { ARes, RReq } from '#three-ds/authentication-messages.ts'
import { authenticationRequestMessage } from '#three-ds/authentication-request.ts'
import type {
  AuthenticationAnswer,
  AuthenticationRequest,
  ChallengeQuery,
  ChallengeResult,
  LookupRequest,
  ThreeDsServer,
  Verdict,
  Versioning,
} from '#three-ds/server.ts'
import type { SimulatedAcs } from './acs.ts'
import { versionOf } from './authentication-result.ts'
import { directiveProblems, readDirectives } from './directives.ts'
import { flowOf } from './flows.ts'
import type { SimulatedAuthentications } from './simulated-authentications.ts'

/** Simulated 3DS server: reads directives from the merchant's metadata and uses EMV 3DS with its ACS. */
export class SimulatedThreeDsServer implements ThreeDsServer {
  readonly needsRequestor = false
  readonly #authentications: SimulatedAuthentications
  readonly #acs: SimulatedAcs
  readonly #clock: Clock
  readonly #methodUrl: string

  constructor(authentications: SimulatedAuthentications, acs: SimulatedAcs, clock: Clock, methodUrl: string) {
    this.#authentications = authentications
    this.#acs = acs
    this.#clock = clock
    this.#methodUrl = methodUrl
  }

  checkMetadata(metadata: Readonly<Record<string, unknown>>): readonly Problem[] {
    return directiveProblems(metadata)
  }

  /** A card that is not enrolled is not recorded: most cards take this path, so it costs nothing. */
  async lookup({ transactionId, merchantId, metadata }: LookupRequest): Promise<Versioning> {
    const directives = readDirectives(metadata)
    const flow = flowOf(directives.flow)
    if (!flow) return { enrolled: false }
    const threeDsServerTransId = randomUUID()
    await this.#authentications.open({ threeDsServerTransId, merchantId, transactionId, ...directives })
    const threeDsMethodUrl = flow.method === 'none' ? null : this.#methodUrl
    return { enrolled: true, threeDsServerTransId, threeDsMethodUrl, messageVersion: versionOf(directives) }
  }

  async authenticate(request: AuthenticationRequest): Promise<AuthenticationAnswer> {
    return answerOf(await this.#acs.authenticate(authenticationRequestMessage(request, this.#clock.now())))
  }

  async probe(): Promise<null> {
    return null
  }

  async result({ threeDsServerTransId }: ChallengeQuery): Promise<ChallengeResult> {
    const { report, isUnopened } = await this.#acs.report(threeDsServerTransId)
    if (!report) return { kind: 'none-yet' }
    if (report.challengeCancel) return { kind: 'canceled' }
    return { kind: 'verdict', verdict: verdictOf(report, report.transStatus), ...(isUnopened && { isUnopened: true }) }
  }
}

function answerOf(answer: ARes): AuthenticationAnswer {
  const { transStatus, acsURL, acsTransID: acsTransId, messageVersion } = answer
  if (transStatus !== 'C') return { kind: 'verdict', verdict: verdictOf(answer, transStatus) }
  if (acsURL === undefined) throw new Error('The ACS asks for a challenge without saying where.')
  return { kind: 'challenge', acsUrl: acsURL, acsTransId, messageVersion }
}

function verdictOf(message: ARes | RReq, transStatus: Verdict['transStatus']): Verdict {
  return {
    transStatus,
    eci: message.eci ?? null,
    authenticationValue: message.authenticationValue ?? null,
    dsTransId: message.dsTransID,
    messageVersion: message.messageVersion,
  }
}

import { randomUUID } from 'node:crypto'
import { brandOf } from '#domain/brands.ts'
import { currencyOfNumber } from '#domain/currency-numbers.ts'
import type { AReq, ARes, RReq } from '#three-ds/authentication-messages.ts'
import { type ChallengeRequest, readChallengeRequest, writeChallengeResponse } from '#three-ds/messages.ts'
import { presetOf, proofOf, toResult, versionOf } from './authentication-result.ts'
import { CHALLENGE_FLOWS, flowOf } from './flows.ts'
import type {
  ChallengeIds,
  Choice,
  Purchase,
  RequestedAuthentication,
  SimulatedAuthentication,
  SimulatedAuthentications,
} from './simulated-authentications.ts'

export interface Challenge {
  readonly purchase: Purchase
  readonly flow: string
  readonly summary: string
  readonly preset: Choice
}

/** URL for the browser after the shopper's decision, with the form it posts there. */
export interface FinishedChallenge {
  readonly language: string | undefined
  readonly notificationUrl: string
  readonly cres: string
}

export class SimulatedAcs {
  readonly #authentications: SimulatedAuthentications
  readonly #challengeUrl: string

  constructor(authentications: SimulatedAuthentications, challengeUrl: string) {
    this.#authentications = authentications
    this.#challengeUrl = challengeUrl
  }

  /** Answers an AReq, perhaps with the URL of a challenge. @throws Error for an ID that was never looked up */
  async authenticate(request: AReq): Promise<ARes> {
    const authentication = await this.#authentications.request(request.threeDSServerTransID, {
      acsTransId: randomUUID(),
      notificationUrl: request.notificationURL,
      purchase: purchaseOf(request),
      message: withoutCard(request),
    })
    if (!authentication?.request) throw new Error('The simulated ACS was asked about a card that was never looked up.')
    const { acsTransId } = authentication.request
    const { threeDSServerTransID, messageVersion } = request
    const head = { messageType: 'ARes', messageVersion, threeDSServerTransID, acsTransID: acsTransId } as const
    const transStatus = presetOf(authentication)
    if (!flowOf(authentication.flow)?.challenge)
      return { ...head, transStatus, ...proofOf(authentication, transStatus) }
    return { ...head, transStatus: 'C', acsURL: this.#challengeUrl, dsTransID: proofOf(authentication, 'U').dsTransID }
  }

  /** Reports the result once there is one; and whether no browser opened the challenge. */
  async report(threeDsServerTransId: string): Promise<{ readonly report?: RReq; readonly isUnopened?: boolean }> {
    const authentication = await this.#authentications.find(threeDsServerTransId)
    if (!authentication?.request) return {}
    const transStatus = toResult(authentication)
    const report: RReq = {
      messageType: 'RReq',
      messageVersion: versionOf(authentication),
      messageCategory: '01',
      threeDSServerTransID: threeDsServerTransId,
      acsTransID: authentication.request.acsTransId,
      transStatus,
      ...(authentication.chosen === 'CANCELED' && { challengeCancel: '01' }),
      ...proofOf(authentication, transStatus),
    }
    return { report, isUnopened: !authentication.wasShown }
  }

  /** Challenge of a `creq`; undefined if unreadable or not requested. */
  async openChallenge(creq: string): Promise<Challenge | undefined> {
    const asked = readChallengeRequest(creq)
    const authentication = asked && (await this.#authentications.show(idsOf(asked)))
    if (!authentication || !isChallenge(authentication, asked)) return undefined
    const { request, chosen, flow } = authentication
    const { summary } = flowOf(flow)!
    const preset = chosen ?? presetOf(authentication)
    return { purchase: request.purchase, flow, summary, preset }
  }

  /** Records the shopper's first choice; a repeat gets an equal answer. @returns undefined without such a challenge */
  async finishChallenge(creq: string, choice: Choice): Promise<FinishedChallenge | undefined> {
    const request = readChallengeRequest(creq)
    if (!request) return undefined
    const authentication = await this.#authentications.choose(idsOf(request), CHALLENGE_FLOWS, choice)
    if (!authentication || !isChallenge(authentication, request)) return undefined
    const cres = challengeResponse(request, authentication)
    const { notificationUrl, purchase } = authentication.request
    return { notificationUrl, cres, language: purchase.language }
  }
}

function idsOf({ threeDSServerTransID: threeDsServerTransId, acsTransID: acsTransId }: ChallengeRequest): ChallengeIds {
  return { threeDsServerTransId, acsTransId }
}

function isChallenge(
  authentication: SimulatedAuthentication,
  { acsTransID }: ChallengeRequest,
): authentication is SimulatedAuthentication & { readonly request: RequestedAuthentication } {
  return authentication.request?.acsTransId === acsTransID && CHALLENGE_FLOWS.includes(authentication.flow)
}

/** Challenge responses have no `I`: the shopper completed it, and the report has the status. */
function challengeResponse(
  { messageType: _, challengeWindowSize: __, ...ids }: ChallengeRequest,
  authentication: SimulatedAuthentication,
) {
  const ending = toResult(authentication)
  return writeChallengeResponse({ ...ids, transStatus: ending === 'I' ? 'Y' : ending })
}

function withoutCard({ acctNumber: _, cardExpiryDate: __, cardholderName: ___, ...message }: AReq) {
  return message
}

function purchaseOf(request: AReq): Purchase {
  const { merchantName, purchaseAmount, purchaseCurrency, acctNumber, browserLanguage } = request
  const number = acctNumber.reveal()
  return {
    merchantName,
    amount: purchaseAmount,
    currency: currencyOfNumber(purchaseCurrency) ?? purchaseCurrency,
    brand: brandOf(number),
    lastFour: number.slice(-4),
    language: browserLanguage,
  }
}

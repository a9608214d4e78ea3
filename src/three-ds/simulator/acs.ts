import { randomUUID } from 'node:crypto'
import { brandOf } from '#domain/brands.ts'
import type { AReq, ARes, RReq } from '../authentication-messages.ts'
import { currencyOfNumber } from '../currency-numbers.ts'
import { type ChallengeRequest, readChallengeRequest, writeChallengeResponse } from '../messages.ts'
import { endingOf, presetOf, proofOf, versionOf } from './ending.ts'
import { flowOf } from './flows.ts'
import type { AuthenticationBook, BookedAuthentication, Choice, Purchase } from './simulated-authentications.ts'

/** What the challenge page shows. */
export interface Challenge {
  readonly purchase: Purchase
  readonly flow: string
  /** For the tester: what this flow does. */
  readonly summary: string
  readonly preset: Choice
}

/** Where the browser goes once the shopper has decided, with the form it posts there. */
export interface FinishedChallenge {
  readonly notificationUrl: string
  readonly cres: string
}

/** The issuer's side: its access control server. */
export class SimulatedAcs {
  readonly #book: AuthenticationBook
  readonly #challengeUrl: string

  constructor(book: AuthenticationBook, challengeUrl: string) {
    this.#book = book
    this.#challengeUrl = challengeUrl
  }

  /** Answers an AReq: at once, or with the address of a challenge. @throws Error for an id that was never looked up */
  async authenticate(request: AReq): Promise<ARes> {
    const booked = await this.#book.request(request.threeDSServerTransID, {
      acsTransId: randomUUID(),
      notificationUrl: request.notificationURL,
      purchase: purchaseOf(request),
    })
    if (!booked?.request) throw new Error('The simulated ACS was asked about a card that was never looked up.')
    const { acsTransId } = booked.request
    const { threeDSServerTransID, messageVersion } = request
    const head = { messageType: 'ARes', messageVersion, threeDSServerTransID, acsTransID: acsTransId } as const
    const transStatus = presetOf(booked)
    if (!flowOf(booked.flow)?.challenge) return { ...head, transStatus, ...proofOf(booked, transStatus) }
    return { ...head, transStatus: 'C', acsURL: this.#challengeUrl, dsTransID: proofOf(booked, 'U').dsTransID }
  }

  /** What became of an authentication, or undefined for an unknown id. */
  async report(threeDsServerTransId: string): Promise<RReq | undefined> {
    const booked = await this.#book.find(threeDsServerTransId)
    if (!booked?.request) return undefined
    const transStatus = endingOf(booked)
    return {
      messageType: 'RReq',
      messageVersion: versionOf(booked),
      messageCategory: '01',
      threeDSServerTransID: threeDsServerTransId,
      acsTransID: booked.request.acsTransId,
      transStatus,
      ...(booked.chosen === 'CANCELED' && { challengeCancel: '01' }),
      ...proofOf(booked, transStatus),
    }
  }

  /** The challenge a `creq` opens, or undefined where it cannot be read or no such challenge was asked for. */
  async openChallenge(creq: string): Promise<Challenge | undefined> {
    const booked = await this.#asked(readChallengeRequest(creq))
    const flow = booked && flowOf(booked.flow)
    if (!booked?.request || !flow?.challenge) return undefined
    const { request, chosen } = booked
    return { purchase: request.purchase, flow: booked.flow, summary: flow.summary, preset: chosen ?? presetOf(booked) }
  }

  /**
   * Books the shopper's choice before anybody hears of it; the first choice counts, a repeat gets the same answer.
   * @returns undefined where there is no such challenge
   */
  async finishChallenge(creq: string, choice: Choice): Promise<FinishedChallenge | undefined> {
    const request = readChallengeRequest(creq)
    if (!request || !(await this.openChallenge(creq))) return undefined
    const booked = await this.#book.choose(request.threeDSServerTransID, choice)
    if (!booked?.request) return undefined
    return { notificationUrl: booked.request.notificationUrl, cres: challengeResponse(request, booked) }
  }

  async #asked(request: ChallengeRequest | undefined): Promise<BookedAuthentication | undefined> {
    const booked = request && (await this.#book.find(request.threeDSServerTransID))
    return booked?.request?.acsTransId === request?.acsTransID ? booked : undefined
  }
}

/** `I` is no word of a challenge response: the shopper did all that was asked, and the report says the rest. */
function challengeResponse(
  { messageType: _, challengeWindowSize: __, ...ids }: ChallengeRequest,
  booked: BookedAuthentication,
) {
  const ending = endingOf(booked)
  return writeChallengeResponse({ ...ids, transStatus: ending === 'I' ? 'Y' : ending })
}

function purchaseOf({ merchantName, purchaseAmount, purchaseCurrency, acctNumber }: AReq): Purchase {
  return {
    merchantName,
    amount: purchaseAmount,
    currency: currencyOfNumber(purchaseCurrency) ?? purchaseCurrency,
    brand: brandOf(acctNumber.reveal()),
  }
}

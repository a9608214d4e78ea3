import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'
import type { Overrides } from './directives.ts'

export type Choice = FinalTransStatus | 'CANCELED'

/** Purchase data of the AReq, which the challenge page shows. */
export interface Purchase {
  readonly merchantName: string
  /** Minor units, in decimal digits. */
  readonly amount: string
  /** ISO 4217 code. */
  readonly currency: string
  /** The card's network, which has specific indicators. */
  readonly brand: Brand | null
  readonly lastFour?: string
  /** `browserLanguage` of the AReq; absent in challenges from before it was stored. */
  readonly language?: string
}

/** Ledger line after the card-range lookup. */
export interface OpenedAuthentication {
  readonly threeDsServerTransId: string
  readonly merchantId: string
  readonly transactionId: string
  /** One of `FLOW_NAMES`. */
  readonly flow: string
  readonly overrides: Overrides
}

export interface RequestedAuthentication {
  readonly acsTransId: string
  readonly notificationUrl: string
  readonly purchase: Purchase
  /** The AReq as received, without card data. */
  readonly message?: Readonly<Record<string, unknown>>
}

export interface SimulatedAuthentication extends OpenedAuthentication {
  readonly request: RequestedAuthentication | null
  readonly chosen: Choice | null
  readonly wasShown: boolean
}

export type ChallengeIds = Readonly<Record<'threeDsServerTransId' | 'acsTransId', string>>

/** Ledger of the simulator, implemented by `store`. The server's ID alone finds a line: it cannot be guessed. */
export interface SimulatedAuthentications {
  open(authentication: OpenedAuthentication): Promise<void>
  /** Records the first AReq. @returns the line, or undefined if none was opened */
  request(threeDsServerTransId: string, request: RequestedAuthentication): Promise<SimulatedAuthentication | undefined>
  find(threeDsServerTransId: string): Promise<SimulatedAuthentication | undefined>
  /** Records that a browser is shown the challenge. @returns the line, or undefined for other IDs */
  show(ids: ChallengeIds): Promise<SimulatedAuthentication | undefined>
  /** First choice on a line with this ACS ID and one of these flows. @returns the current line, or undefined */
  choose(ids: ChallengeIds, flows: readonly string[], choice: Choice): Promise<SimulatedAuthentication | undefined>
}

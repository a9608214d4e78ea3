import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'
import type { Overrides } from './directives.ts'

/** What the shopper chose on the challenge page. */
export type Choice = FinalTransStatus | 'CANCELED'

/** What the AReq tells the issuer of the purchase; the challenge page shows it. */
export interface Purchase {
  readonly merchantName: string
  /** Minor units, in decimal digits. */
  readonly amount: string
  /** ISO 4217 code. */
  readonly currency: string
  /** The card's network, which has indicators of its own. */
  readonly brand: Brand | null
}

/** A line as the card-range look-up opens it. */
export interface OpenedAuthentication {
  readonly threeDsServerTransId: string
  readonly merchantId: string
  readonly transactionId: string
  /** One of `FLOW_NAMES`. */
  readonly flow: string
  readonly overrides: Overrides
}

/** What the AReq adds; null until it came. */
export interface RequestedAuthentication {
  readonly acsTransId: string
  readonly notificationUrl: string
  readonly purchase: Purchase
  /** The AReq as it came, without card data. */
  readonly message?: Readonly<Record<string, unknown>>
}

/** A line of the ledger as it is found there. */
export interface SimulatedAuthentication extends OpenedAuthentication {
  readonly request: RequestedAuthentication | null
  readonly chosen: Choice | null
  /** True if a browser was shown the challenge page. */
  readonly wasShown: boolean
}

/** Both IDs of a challenge. */
export type ChallengeIds = Readonly<Record<'threeDsServerTransId' | 'acsTransId', string>>

/** Ledger of the simulator, filled by the app from `store`. The server's ID alone finds a line: it cannot be guessed. */
export interface SimulatedAuthentications {
  open(authentication: OpenedAuthentication): Promise<void>
  /** Writes what the AReq says; the first one stands. @returns the line, or undefined where none was opened */
  request(threeDsServerTransId: string, request: RequestedAuthentication): Promise<SimulatedAuthentication | undefined>
  find(threeDsServerTransId: string): Promise<SimulatedAuthentication | undefined>
  /** Records that a browser is shown the challenge. @returns the line, or undefined for other IDs */
  show(ids: ChallengeIds): Promise<SimulatedAuthentication | undefined>
  /** First choice on a line with this ACS ID and one of these flows. @returns the line as it is now, or undefined for none */
  choose(ids: ChallengeIds, flows: readonly string[], choice: Choice): Promise<SimulatedAuthentication | undefined>
}

import type { CallOptions, Connection } from './connection.ts'

/** Request to the simulated wallet; a Visa test card by default. */
export interface SimulatedWalletPayment {
  /** `PAN_ONLY` leads to 3-D Secure, `CRYPTOGRAM_3DS` does not. */
  readonly auth_method: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  readonly card_number?: string
  readonly expiration_month?: number | string
  readonly expiration_year?: number | string
}

/** Charge in a simulated provider's ledger. */
export interface SimulatedCharge {
  readonly provider_account_id: string
  readonly transaction_id: string
  /** The transaction type; `RETURN` for money a transfer gave back. */
  readonly operation: string
  readonly amount: bigint
  readonly currency: string
  readonly state: 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED' | 'RETURNED'
  readonly created_at: string
}

/** Stand-ins for what only exists in a shopper's hands. They answer 404 in production. */
export class Simulators {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The charges of a transaction, or of all under a reference. */
  charges(filters: {
    readonly transaction_id?: string
    readonly reference?: string
  }): Promise<{ readonly items: readonly SimulatedCharge[] }> {
    return this.#connection.call('GET', '/api/simulators/charges', { query: filters })
  }

  /** The time by your test clock. */
  testClock(): Promise<{ readonly now: string }> {
    return this.#connection.call('GET', '/api/test-clock')
  }

  /** Moves your test clock ahead: what falls due in that time is due at once. */
  advanceTestClock(seconds: number, options?: CallOptions): Promise<{ readonly now: string }> {
    return this.#connection.call('POST', '/api/test-clock', { body: { advance_seconds: seconds }, options })
  }

  /** A token as the wallet would hand it to your page, signed and encrypted for you, in Base64 already. */
  walletToken(payment: SimulatedWalletPayment): Promise<{ readonly walleta_pay_token: string }> {
    return this.#connection.call('POST', '/api/simulators/walleta-tokens', { body: payment })
  }
}

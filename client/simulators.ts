import type { Connection } from './connection.ts'

/** What the simulated wallet is asked for; a Visa test card where none is named. */
export interface SimulatedWalletPayment {
  /** `PAN_ONLY` leads to 3-D Secure, `CRYPTOGRAM_3DS` does not. */
  readonly auth_method: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  readonly card_number?: string
  readonly expiration_month?: number | string
  readonly expiration_year?: number | string
}

/** Stand-ins for what only exists in a shopper's hands. They answer 404 in production. */
export class Simulators {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** A token as the wallet would hand it to your page, signed and encrypted for you, in Base64 already. */
  walletToken(payment: SimulatedWalletPayment): Promise<{ readonly walleta_pay_token: string }> {
    return this.#connection.call('POST', '/api/simulators/walleta-tokens', { body: payment })
  }
}

import type { Connection } from './connection.ts'
import type { Listing } from './listing.ts'
import type { Page } from './requests.ts'

/** A terminal of yours; null in a list means "all". */
export interface Terminal {
  readonly terminal_id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly accepts_payments: boolean
  readonly currencies: readonly string[] | null
  readonly transaction_types: readonly string[] | null
  readonly payment_methods: readonly string[] | null
  readonly provider_accounts: readonly string[] | null
  /** Where the card fields may be shown; null is anywhere in UAT and nowhere in production. */
  readonly allowed_origins: readonly string[] | null
  readonly allow_unauthenticated: boolean
  readonly card_testing_limit: { readonly cards: number; readonly window_seconds: number } | null
  readonly created_at: string
}

/** An account at a provider that your payments go through. */
export interface ProviderAccount {
  readonly provider_account_id: string
  readonly provider: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** An open one keeps payments away from an account that does not answer. */
  readonly circuit: {
    readonly state: 'CLOSED' | 'OPEN' | 'HALF_OPEN'
    readonly consecutive_failures: number
    readonly opened_at: string | null
    readonly next_probe_at: string | null
  }
  readonly created_at: string
}

/** Your client and the public keys that cards are encrypted with: the first one, until the others retire. */
export interface Keys {
  readonly merchant_id: string
  /** ID of this gateway at the wallets. */
  readonly gateway_id: string
  readonly client_id: string | null
  readonly client_secret_since: string | null
  /** Public; pages that show card fields use it. */
  readonly client_key: string
  readonly encryption_keys: readonly {
    readonly key_id: string
    /** PEM. */
    readonly public_key: string
    /** SHA-256 of the key as SPKI, hexadecimal. */
    readonly fingerprint: string
    readonly created_at: string
    readonly retires_at: string | null
  }[]
}

const PATH = '/api/terminals'

/** Terminals that accept your payments. */
export class Terminals {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(page: Page = {}): Listing<Terminal> {
    return this.#connection.list(PATH, page)
  }

  show(id: string): Promise<Terminal> {
    return this.#connection.call('GET', pathOf(id))
  }

  /** Says where the card fields may be shown: exact origins such as `https://shop.example`. */
  changeOrigins(id: string, origins: readonly string[] | null): Promise<Terminal> {
    return this.#connection.call('PATCH', pathOf(id), { body: { allowed_origins: origins } })
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

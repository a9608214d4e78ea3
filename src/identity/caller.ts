import type { ClientLimits } from '#store/merchants/clients.ts'
import type { Role } from './permissions.ts'

export type Caller =
  | {
      readonly scope: 'merchant'
      readonly merchantId: string
      readonly clientId: string
      /** Limits of a narrow client; absent for one without limits. */
      readonly limits?: ClientLimits
    }
  | { readonly scope: 'operator'; readonly clientId: string }
  | ClientCaller

/** A shopper's browser on our page. It has a merchant's public client key and one session. */
export interface ClientCaller {
  readonly scope: 'client'
  readonly merchantId: string
  readonly sessionId: string
  /** The client key. */
  readonly clientId: string
}

export type MerchantCaller = Extract<Caller, { scope: 'merchant' }>

export interface PersonCaller {
  readonly scope: 'person'
  readonly personId: string
  /** The person's id again, as the log names whoever calls. */
  readonly clientId: string
  readonly name: string
  readonly email: string
  /** What the person is for the merchant below. */
  readonly role: Role
  /** Null for platform people who have chosen no merchant. */
  readonly merchantId: string | null
  readonly merchantName: string
  readonly timeZone: string
  /** True if the person acts for those who run the gateway, on a merchant that was chosen or on none. */
  readonly isPlatform: boolean
  readonly csrfToken: string
  readonly sessionId: string
  /** How the person proved who they are, in the words of RFC 8176. */
  readonly methods: readonly string[]
  /** True if that was so recently that money and secrets may be touched. */
  readonly hasFreshProof: boolean
  readonly realm: string
  /** The session ends so long after the last request. */
  readonly idleSeconds: number
  /** Colors that were chosen in this browser; undefined for those of the system. */
  readonly colorScheme?: 'light' | 'dark' | undefined
  /** Path of the page with its query; of a form that of the dashboard. */
  readonly address?: string
  readonly memberships: readonly {
    readonly merchantId: string | null
    readonly merchantName: string
    readonly role: Role
  }[]
}

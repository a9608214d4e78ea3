import type { ClientLimits } from '#store/merchants/clients.ts'
import { grantFor, type Permission, type Role } from './permissions.ts'

export type Caller =
  | {
      readonly scope: 'merchant'
      readonly merchantId: string
      readonly clientId: string
      readonly limits?: ClientLimits
    }
  | { readonly scope: 'operator'; readonly clientId: string }
  | ClientCaller

/** Shopper's browser on our page, with a merchant's public client key and one session. */
export interface ClientCaller {
  readonly scope: 'client'
  readonly merchantId: string
  readonly sessionId: string
  readonly clientId: string
}

export type MerchantCaller = Extract<Caller, { scope: 'merchant' }>

export interface PersonCaller {
  readonly scope: 'person'
  readonly personId: string
  /** The person's ID, under the name that logs use for all callers. */
  readonly clientId: string
  readonly name: string
  readonly email: string
  /** Role for the merchant below. */
  readonly role: Role
  /** Null for platform people without a chosen merchant. */
  readonly merchantId: string | null
  readonly merchantName: string
  readonly timeZone: string
  /** True if the person acts for the platform, on a chosen merchant or on none. */
  readonly isPlatform: boolean
  readonly csrfToken: string
  readonly sessionId: string
  /** Authentication methods (RFC 8176). */
  readonly methods: readonly string[]
  /** True if re-authentication was recent enough for changes of money and secrets. */
  readonly hasFreshProof: boolean
  readonly realm: string
  /** Session lifetime after the last request. */
  readonly idleSeconds: number
  /** Colors chosen in this browser; undefined for those of the system. */
  readonly colorScheme?: 'light' | 'dark' | undefined
  /** Path of the page with its query; of a form that of the dashboard. */
  readonly address?: string
  readonly memberships: readonly {
    readonly merchantId: string | null
    readonly merchantName: string
    readonly role: Role
  }[]
}

/** True if this caller sees a button or menu entry. */
export function may({ role }: { readonly role: Role }, permission: Permission): boolean {
  return grantFor(role, permission) !== 'no'
}

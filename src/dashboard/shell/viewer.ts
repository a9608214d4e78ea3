import type { Role } from '#identity/permissions.ts'

/** User of a page, as far as its frame needs; callers of dashboard routes are viewers. */
export interface Viewer {
  readonly name: string
  readonly email: string
  readonly role: Role
  /** Null for an operator who chose no merchant. */
  readonly merchantId: string | null
  readonly merchantName: string
  /** The merchant's own, in which all times are shown. */
  readonly timeZone: string
  readonly isPlatform: boolean
  readonly csrfToken: string
  readonly memberships: readonly { readonly merchantId: string | null; readonly merchantName: string }[]
  readonly realm: string
  readonly idleSeconds: number
  /** Undefined for the colors of the system. */
  readonly colorScheme?: 'light' | 'dark' | undefined
  readonly address?: string
}

/** A customer (docs/reference/objects.md#customer); every field is optional and may be null. */
export interface Customer {
  readonly id: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly address: string | null
  readonly city: string | null
  readonly country: string | null
  readonly postalCode: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** What the browser says of itself; required for card transactions (EMV 3DS browser data). */
export interface BrowserInfo {
  readonly userAgent: string
  readonly acceptHeader: string
  readonly javaEnabled: boolean
  /** Bits. */
  readonly colorDepth: number
  /** Pixels. */
  readonly screenHeight: number
  /** Pixels. */
  readonly screenWidth: number
  /** Minutes from UTC, west positive. */
  readonly timeZoneOffset: number
  readonly language: string
}

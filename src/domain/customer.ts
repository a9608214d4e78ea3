import { type KeptText, keptPhone, keptText } from './kept-text.ts'

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

/** Customer as stored; the merchant's ID stays exact, the country is one of a list. */
export type KeptCustomer = Customer & { readonly [Field in Exclude<keyof Customer, 'id' | 'country'>]: KeptText | null }

export const NO_CUSTOMER: KeptCustomer = {
  id: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  country: null,
  postalCode: null,
  email: null,
  phone: null,
}

export function keptCustomer({ id, country, ...customer }: Customer): KeptCustomer {
  return {
    id,
    firstName: keptText(customer.firstName),
    lastName: keptText(customer.lastName),
    address: keptText(customer.address),
    city: keptText(customer.city),
    country,
    postalCode: keptText(customer.postalCode),
    email: keptText(customer.email),
    phone: keptPhone(customer.phone),
  }
}

/** EMV 3DS browser data; required for card transactions. */
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

export type KeptBrowserInfo = BrowserInfo & Readonly<Record<'userAgent' | 'acceptHeader', KeptText>>

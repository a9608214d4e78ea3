import type { Card } from '#domain/card.ts'
import type { Customer } from '#domain/customer.ts'
import { isEmail } from '#domain/email.ts'
import { toLatin } from '#domain/latin.ts'
import { plainPhoneNumber } from '#domain/phone-number.ts'
import type { CardholderFields, PhoneNumber } from './authentication-messages.ts'
import { countryNumber } from './country-numbers.ts'

/** Calling codes of one and two digits (ITU-T E.164); all others have three. */
const SHORT_CODES = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

const LONGEST_EMAIL = 254

/** Optional data, so invalid values are omitted: one bad field, and the directory server would reject the message. */
export function cardholderFields(card: Card, customer: Customer): CardholderFields {
  return present({
    cardholderName: plainText(card.holderName ?? fullName(customer), 45, 2),
    email: customer.email && emailAddress(customer.email),
    mobilePhone: customer.phone && phoneNumber(customer.phone),
    billAddrLine1: plainText(customer.address, 50),
    billAddrCity: plainText(customer.city, 50),
    billAddrPostCode: plainText(customer.postalCode, 16),
    billAddrCountry: customer.country && countryNumber(customer.country),
  })
}

function fullName({ firstName, lastName }: Customer): string | null {
  return firstName && lastName ? `${firstName} ${lastName}` : null
}

/** ASCII, the only letters of EMV 3DS up to 2.2.0; undefined for other text. */
function plainText(text: string | null, longest: number, shortest = 1): string | undefined {
  const plain = toLatin(text ?? '').trim()
  return /^[ -~]+$/.test(plain) && plain.length >= shortest ? plain.slice(0, longest) : undefined
}

function emailAddress(text: string): string | undefined {
  return isEmail(text) && /^[!-~]+$/.test(text) && text.length <= LONGEST_EMAIL ? text : undefined
}

/** International number, with or without separators. */
function phoneNumber(text: string): PhoneNumber | undefined {
  const digits = /^\+(\d{7,15})$/.exec(plainPhoneNumber(text))?.[1]
  if (digits === undefined) return undefined
  const cc = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
  const subscriber = digits.slice(cc.length)
  return subscriber.length <= 12 ? { cc, subscriber } : undefined
}

function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null | undefined | ''> } {
  const entries = Object.entries(fields).filter(([, value]) => value)
  return Object.fromEntries(entries) as never
}

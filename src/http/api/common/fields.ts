import type { Static } from 'typebox'
import type { KeptBrowserInfo, KeptCustomer } from '#domain/customer.ts'
import type * as wire from './types.ts'

/** Reads a customer; absent fields are null. */
export function customerOf(customer: Static<typeof wire.CustomerFieldsSchema> | undefined): KeptCustomer {
  return {
    id: customer?.id ?? null,
    firstName: customer?.first_name ?? null,
    lastName: customer?.last_name ?? null,
    address: customer?.address ?? null,
    city: customer?.city ?? null,
    country: customer?.country ?? null,
    postalCode: customer?.postal_code ?? null,
    email: customer?.email || null,
    phone: customer?.phone ?? null,
  }
}

export function browserInfoOf(info: Static<typeof wire.BrowserInfo>): KeptBrowserInfo {
  return {
    userAgent: info.user_agent,
    acceptHeader: info.accept_header,
    javaEnabled: info.java_enabled,
    colorDepth: info.color_depth,
    screenHeight: info.screen_height,
    screenWidth: info.screen_width,
    timeZoneOffset: info.time_zone_offset,
    language: info.language,
  }
}

export function typedText(...typed: readonly (string | undefined)[]): string | null {
  return typed.map((one) => one?.trim()).find((one) => one) ?? null
}

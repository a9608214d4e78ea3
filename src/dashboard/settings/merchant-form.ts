import { Type } from 'typebox'
import { QueryText } from '../shell/list-query.ts'
import type { MerchantFields } from './page.ts'

export const MerchantForm = Type.Object({
  name: QueryText,
  country: QueryText,
  time_zone: QueryText,
  settlement_currency: QueryText,
  tokenization_enabled: QueryText,
})

/** What was typed. A box that is not ticked is not sent. */
export function fieldsOf(body: { readonly [Name in keyof MerchantFields]?: string }): MerchantFields {
  return {
    name: body.name?.trim() ?? '',
    country: body.country?.trim().toUpperCase() ?? '',
    time_zone: body.time_zone?.trim() || 'UTC',
    settlement_currency: body.settlement_currency?.trim().toUpperCase() ?? '',
    tokenization_enabled: body.tokenization_enabled === 'yes',
  }
}

/** Converts the form for the admin API: an empty field is null. */
export function toMerchantChange({ country, settlement_currency, ...others }: MerchantFields) {
  return { ...others, country: country || null, settlement_currency: settlement_currency || null }
}

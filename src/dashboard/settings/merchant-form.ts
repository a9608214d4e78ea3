import { Type } from 'typebox'
import { COUNTRIES } from '#domain/country.ts'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { type Html, html } from '#html/html.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { checkField, fieldsOf, formField, problemOf, type Shown } from '../parts/form.ts'
import { textFields } from '../shell/list-query.ts'

export const MerchantForm = Type.Object({
  ...textFields('name', 'country', 'time_zone', 'settlement_currency', 'tokenization_enabled'),
  wallet_recipients: Type.Optional(Type.String({ maxLength: 2000 })),
})

/** Converts the form for the admin API: an empty field is null, and a box that is not ticked is not sent. */
export function toMerchantChange(body: { readonly [Name in keyof typeof MerchantForm.properties]?: string }) {
  return {
    name: body.name?.trim() ?? '',
    country: body.country?.trim().toUpperCase() || null,
    time_zone: body.time_zone?.trim() || 'UTC',
    settlement_currency: body.settlement_currency?.trim().toUpperCase() || null,
    wallet_recipients: (body.wallet_recipients ?? '').split(/[\s,]+/).filter(Boolean),
    tokenization_enabled: body.tokenization_enabled === 'yes',
  }
}

/** Field of the form: a list is one text there. */
export const merchantFieldOf = (field: string) => field.replace(/\.\d+$/, '')

type Entered = Pick<Shown, 'form' | 'problems'>

export function nameField(shown: Entered, value?: string): Html {
  return fieldsOf(shown)({ name: 'name', label: 'Name', value, required: true, maxlength: LONGEST_NAME.other })
}

/** @param present an alias too, which the list of zones lacks */
export function timeZoneField({ form, problems }: Entered, present = 'UTC'): Html {
  const value = form.time_zone || present
  const zones = new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])
  return formField({
    ...{ name: 'time_zone', label: 'Time zone', value },
    options: [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')]),
    ...{ hint: 'Used for all times, days and charts.', problem: problemOf(problems, 'time_zone') },
  })
}

export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** @param merchant left out for a new one */
export function merchantFields(shown: Entered, merchant?: MerchantRecord): Html {
  const field = fieldsOf(shown)
  const { country, settlementCurrency, walletRecipients, tokenizationEnabled = true } = merchant ?? {}
  const named = COUNTRIES.map((code) => [code, countryName(code)] as const)
  const countries = [
    ['', 'Not set'] as const,
    ...named.toSorted(([, one], [, other]) => one.localeCompare(other, 'en')),
  ]
  const isSaving = shown.form.name === undefined ? tokenizationEnabled : shown.form.tokenization_enabled === 'yes'
  return html`${nameField(shown, merchant?.name)}
${field({ name: 'country', label: 'Country', value: country ?? '', options: countries })}
${timeZoneField(shown, merchant?.timeZone)}
${field({ name: 'settlement_currency', label: 'Settlement currency', maxlength: 3, value: settlementCurrency ?? '', hint: 'Payments in other currencies are converted to it, for example EUR. Optional.' })}
${field({ name: 'wallet_recipients', label: 'Wallet recipients', maxlength: 2000, value: walletRecipients?.join(', '), hint: 'For tokens signed for this merchant, for example merchant:12345678901234567890. Optional, with commas between several.' })}
${checkField({ name: 'tokenization_enabled', label: 'Allow saved cards', checked: isSaving })}`
}

import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { type Html, html } from '#html/html.ts'
import { checkField, type FieldProblem, formField, problemOf } from '../parts/form.ts'
import { textFields } from '../shell/list-query.ts'

export interface MerchantFields {
  readonly name: string
  readonly country: string
  readonly time_zone: string
  readonly settlement_currency: string
  readonly tokenization_enabled: boolean
}

export const NEW_MERCHANT: MerchantFields = {
  name: '',
  country: '',
  time_zone: 'UTC',
  settlement_currency: '',
  tokenization_enabled: true,
}

export const MerchantForm = Type.Object(
  textFields('name', 'country', 'time_zone', 'settlement_currency', 'tokenization_enabled'),
)

/** Entered values. A box that is not ticked is not sent. */
export function enteredMerchant(body: { readonly [Name in keyof MerchantFields]?: string }): MerchantFields {
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

type Named = Pick<MerchantFields, 'name' | 'time_zone'>

export function nameField({ name }: Named, problems: readonly FieldProblem[]): Html {
  return formField({
    ...{ name: 'name', label: 'Name', required: true, maxlength: LONGEST_NAME.other },
    ...{ value: name, problem: problemOf(problems, 'name') },
  })
}

export function timeZoneField({ time_zone }: Named, problems: readonly FieldProblem[]): Html {
  return formField({
    ...{ name: 'time_zone', label: 'Time zone', maxlength: 64, value: time_zone },
    hint: 'For example Europe/Bucharest. Used for all times, days and charts.',
    problem: problemOf(problems, 'time_zone'),
  })
}

export function merchantFields(shown: MerchantFields, problems: readonly FieldProblem[]): Html {
  return html`${nameField(shown, problems)}
${formField({ name: 'country', label: 'Country', maxlength: 2, value: shown.country, hint: 'Two-letter code, for example RO. Optional.', problem: problemOf(problems, 'country') })}
${timeZoneField(shown, problems)}
${formField({ name: 'settlement_currency', label: 'Settlement currency', maxlength: 3, value: shown.settlement_currency, hint: 'Three-letter code, for example EUR. Optional.', problem: problemOf(problems, 'settlement_currency') })}
${checkField({ name: 'tokenization_enabled', label: 'Allow saved cards', checked: shown.tokenization_enabled })}`
}

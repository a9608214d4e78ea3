import { readExpiry } from '../shared/fields/expiry.ts'
import { digitsOf } from '../shared/fields/typing.ts'
import type { ComponentData, Customer, FramePurpose } from '../shared/protocol.ts'
import type { FieldGroup } from './field-group.ts'

/** Builds `payment_method` of the request. A card's digits exist here and in the one request that sends them. */
export function paymentMethodOf(
  component: FramePurpose,
  data: ComponentData,
  fields: FieldGroup | undefined,
  customer: Customer,
): object {
  const cvc = fields?.value('cvc') ?? ''
  if (component === 'card') {
    const { month, year } = readExpiry(fields?.value('expiry') ?? '')
    return {
      type: 'card',
      number: digitsOf(fields?.value('number') ?? ''),
      expiry_month: month,
      expiry_year: year,
      cvc,
    }
  }
  if (component === 'saved-card') {
    return { type: 'saved_card', payment_method_id: data.paymentMethodId ?? '', ...(cvc !== '' && { cvc }) }
  }
  const { email, firstName: first_name, lastName: last_name, country } = customer
  return { type: data.type ?? '', email, first_name, last_name, country }
}

/**
 * Collects the browser data that EMV 3-D Secure requires; the gateway adds what it sees of the request itself.
 * @param language of the fields, which the bank's page takes
 */
export function browserInfo(language: string): object {
  return {
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone_offset: new Date().getTimezoneOffset(),
    language,
  }
}

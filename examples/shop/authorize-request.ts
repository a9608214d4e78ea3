import type { AuthorizeRequest, BrowserInfo, TollgateError } from '@tollgate/client'
import { CURRENCY } from './catalogue.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order } from './orders.ts'
import type { Form, OptionRequest } from './payment-options/payment-option.ts'
import { simulatedMetadata } from './simulations.ts'

/** Request data that the form does not contain. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

/** The form's field that a property of the gateway's request came from. */
const FIELDS: Readonly<Record<string, string>> = {
  'payment_method.data.encrypted_card_number': 'number',
  'payment_method.data.encrypted_cvv': 'cvc',
  'payment_method.data.encrypted_expiration_month': 'expiry',
  'payment_method.data.encrypted_expiration_year': 'expiry',
  'payment_method.data.email': 'email',
  'payment_method.data.first_name': 'first_name',
  'payment_method.data.last_name': 'last_name',
  'customer.email': 'email',
  email: 'email',
}

/** The problems of a refused request, each with its form field; those of no field have an empty one. */
export function fieldProblems(error: TollgateError): { field: string; message: string }[] {
  if (error.problems.length === 0) return [{ field: '', message: error.message }]
  return error.problems.map(({ property, message }) => ({ field: FIELDS[property] ?? '', message }))
}

/** The authorize request for an order: what every payment option has in common, and the payment option's own part. */
export function authorizeRequest(
  access: DemoAccess,
  order: Order,
  form: Form,
  visitor: Visitor,
  own: OptionRequest,
): AuthorizeRequest {
  const transaction_type = 'PURCHASE'
  return {
    ...orderRequest(access, order, form, visitor),
    transaction_type,
    browser_info: browserInfo(form, visitor),
    ...own,
  }
}

/** Fields of an order that are the same for every endpoint. */
export function orderRequest({ shop_url, merchant }: DemoAccess, order: Order, form: Form, visitor: Visitor) {
  const back = `${shop_url}/result?order=${order.reference}`
  return {
    reference: order.reference,
    terminal_id: merchant.terminal_id,
    description: order.lines.map(({ coffee, quantity }) => `${quantity} × ${coffee.name}`).join(', '),
    currency: CURRENCY,
    amount: order.total,
    customer_ip: visitor.ip,
    metadata: simulatedMetadata(form),
    return_url: back,
    error_url: back,
    cancel_url: back,
  }
}

/** The script filled in what only a browser knows; without script it stays zero. The accept header is the page's. */
function browserInfo(form: Form, { userAgent }: Visitor): BrowserInfo {
  return {
    user_agent: userAgent,
    accept_header: form.accept_header ?? '*/*',
    java_enabled: form.java_enabled === 'true',
    color_depth: Number(form.color_depth ?? 0),
    screen_height: Number(form.screen_height ?? 0),
    screen_width: Number(form.screen_width ?? 0),
    time_zone_offset: Number(form.time_zone_offset ?? 0),
    language: form.language || 'en',
  }
}

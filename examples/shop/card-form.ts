import type { AuthorizeRequest, BrowserInfo, Card, Tollgate, TollgateError } from '#client/index.ts'
import { CURRENCY } from './catalogue.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order } from './orders.ts'

/** The checkout form as it was posted: text by field name. */
export type CardForm = Readonly<Record<string, string | undefined>>

/** What of the request the form cannot know. */
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
  'customer.email': 'email',
}

/** The problems of a refused request, each with its form field; those of no field have an empty one. */
export function fieldProblems(error: TollgateError): { field: string; message: string }[] {
  if (error.problems.length === 0) return [{ field: '', message: error.message }]
  return error.problems.map(({ property, message }) => ({ field: FIELDS[property] ?? '', message }))
}

/** The authorize request for an order. */
export function authorizeRequest(
  tollgate: Tollgate,
  { shop_url, merchant }: DemoAccess,
  order: Order,
  form: CardForm,
  visitor: Visitor,
): AuthorizeRequest {
  const back = `${shop_url}/result?order=${order.reference}`
  const [firstName, ...otherNames] = (form.name ?? '').trim().split(/\s+/)
  return {
    reference: order.reference,
    terminal_id: merchant.terminal_id,
    description: order.lines.map(({ coffee, quantity }) => `${quantity} × ${coffee.name}`).join(', '),
    currency: CURRENCY,
    amount: order.total,
    transaction_type: 'PURCHASE',
    payment_method: { type: 'card', data: tollgate.encryptCard(cardOf(form)) },
    customer: { first_name: firstName, last_name: otherNames.join(' '), email: form.email },
    customer_ip: visitor.ip,
    browser_info: browserInfo(form, visitor),
    // Only the simulators of a UAT gateway read these; a real shop sends data of its own, or none.
    metadata: { simulated_flow: form.simulated_flow, response_code: form.response_code },
    return_url: back,
    error_url: back,
    cancel_url: back,
  }
}

function cardOf({ number = '', cvc = '', expiry = '' }: CardForm): Card {
  const [month = '', year = ''] = expiry.split('/').map((part) => part.trim())
  return {
    number: number.trim(),
    cvv: cvc.trim(),
    expirationMonth: month,
    expirationYear: year.length === 2 ? `20${year}` : year,
  }
}

/** The script filled in what only a browser knows; the accept header is that of the request for the page. */
function browserInfo(form: CardForm, { userAgent }: Visitor): BrowserInfo {
  return {
    user_agent: userAgent,
    accept_header: form.accept_header ?? '*/*',
    java_enabled: form.java_enabled === 'true',
    color_depth: Number(form.color_depth),
    screen_height: Number(form.screen_height),
    screen_width: Number(form.screen_width),
    time_zone_offset: Number(form.time_zone_offset),
    language: form.language ?? 'en',
  }
}

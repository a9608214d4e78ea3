import { type Access, getPath, getText, UnknownOutcome, valuesOf } from '#providers/port/tools.ts'
import { isDone } from './charge.ts'
import type { PayPal } from './client.ts'
import { certificateOf, isOutdated } from './config.ts'
import { WEBHOOKS_QUERY } from './translate/requests.ts'

/** Without these a payment waits for the next inquiry, and a later failed refund or a dispute is not noticed. */
export const EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.REFUND.FAILED',
  'PAYMENT.REFUND.PENDING',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

/** Lists the app's webhooks, which requires the keys and shows whether notices will come. */
export async function probe(paypal: PayPal, access: Access): Promise<readonly string[]> {
  const answer = await paypal(access, WEBHOOKS_QUERY)
  if (answer.status === 401) {
    return ['PayPal refuses client_id with client_secret: copy both from one app of this environment and store them.']
  }
  if (!isDone(answer)) throw new UnknownOutcome(`PayPal answered ${answer.status} to a question about webhooks.`)
  return [...problemsOfWebhook(access, answer.json), ...problemsOfCertificate(access)]
}

function problemsOfWebhook({ credentials }: Access, answer: unknown): readonly string[] {
  if (!credentials.webhook_id) return []
  const webhooks = getPath(answer, 'webhooks')
  const [id] = valuesOf(credentials.webhook_id)
  const webhook = Array.isArray(webhooks) ? webhooks.find((one) => getText(one, 'id') === id) : undefined
  if (!webhook) return ['The app has no webhook with the stored webhook_id: register the notice address, store its id.']
  const types = getPath(webhook, 'event_types')
  const names = Array.isArray(types) ? types.map((type) => getText(type, 'name')) : []
  const missing = names.includes('*') ? [] : EVENTS.filter((event) => !names.includes(event))
  return missing.length > 0 ? [`Subscribe the webhook to these events too: ${missing.join(', ')}.`] : []
}

function problemsOfCertificate({ credentials }: Access): readonly string[] {
  const { webhook_id: id, webhook_certificate: pinned } = credentials
  if (id && !pinned) return ['Store webhook_certificate too: without it no notice can be verified.']
  const certificate = certificateOf(valuesOf(pinned)[0] ?? '')
  if (!certificate || !isOutdated(certificate)) return []
  return ['webhook_certificate has expired: store the one that PayPal signs with now.']
}

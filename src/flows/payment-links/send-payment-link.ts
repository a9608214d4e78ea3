import type { Actor } from '#domain/actor.ts'
import { exactText } from '#domain/kept-text.ts'
import { isMaskedAddress, MAX_LINK_MAILS } from '#domain/mail.ts'
import { type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { invalid, orNotFound, problem, RequestError } from '#domain/problem.ts'
import { countRecentMails, insertMail } from '#store/mails/write-mails.ts'
import { lockPaymentLink } from '#store/payment-links/payment-links.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'

/**
 * Mails a link to a shopper (docs/reference/payment-links.md#by-email).
 * @throws RequestError `no-mail`; 404; 422 on `status` of a link that accepts no payments, on `email` with a card number, hidden parts or beyond the limit
 */
export function sendPaymentLink(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
  email: string,
): Promise<PaymentLinkState> {
  if (!gateway.settings.mail) throw new RequestError('no-mail', [problem('', NO_MAIL)])
  const recipient = exactText('email', email.trim())
  if (isMaskedAddress(recipient)) throw invalid('email', 'Use the full address; a part of this one is hidden.')
  const deed = { actor, action: 'payment-link.sent' as const, merchantId, subject: id, changes: { mail: 'queued' } }
  return withAuditEntry(gateway, deed, async (tx) => {
    const state = orNotFound(await lockPaymentLink(tx, merchantId, id), 'payment link')
    const status = paymentLinkStatusOf(state)
    if (status !== 'ACTIVE') throw invalid('status', 'Send only a link that is ACTIVE.', status)
    if ((await countRecentMails(tx, id)) >= MAX_LINK_MAILS) throw invalid('email', TOO_MANY, String(MAX_LINK_MAILS))
    await insertMail(tx, { merchantId, kind: 'payment-link', about: id, recipient })
    return state
  })
}

const NO_MAIL = 'This gateway sends no email; send the url yourself, or ask the operator to set SMTP_URL.'
const TOO_MANY = `A link can be sent ${MAX_LINK_MAILS} times in 24 hours; try again later.`

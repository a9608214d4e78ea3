import type { MailKind } from '#domain/mail.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { ClaimedMail } from '#store/mails/due-mails.ts'
import { findSender, type Letter, STAFF_LOCALE, type Writer } from './letter.ts'
import { invitation, newPassword } from './links.ts'
import { disputeDeadline, failingWebhook } from './notices.ts'
import { paymentLink, receipt } from './shoppers.ts'

const WRITERS: Readonly<Record<MailKind, Writer>> = {
  ...{ invitation, password: newPassword, dispute: disputeDeadline, webhook: failingWebhook },
  ...{ 'payment-link': paymentLink, receipt },
}

/** Writes a mail as things are now. @returns undefined if there is nothing left to say */
export async function writeLetter(gateway: Gateway, mail: ClaimedMail): Promise<Letter | undefined> {
  const from = await findSender(gateway, mail.merchantId)
  const { sender, color } = from
  const written = await WRITERS[mail.kind](gateway, mail, from)
  return written && { language: STAFF_LOCALE, heading: written.subject, sender, color, ...written }
}

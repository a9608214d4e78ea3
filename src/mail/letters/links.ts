import type { Gateway } from '#flows/gateway.ts'
import { openMailLink } from '#flows/link-mail.ts'
import type { ClaimedMail } from '#store/mails/due-mails.ts'
import { findOpenInvitation } from '#store/people/invitations.ts'
import { findPasswordLinkEnd } from '#store/people/password-links.ts'
import { formatMailTime, STAFF_LOCALE, sentenceCase, type Writer } from './letter.ts'

export const invitation: Writer = async (gateway, mail, { sender, timeZone }) => {
  const open = await findOpenInvitation(gateway.sql, mail.about)
  if (!open) return undefined
  return {
    subject: `Invitation to the dashboard of ${sender}`,
    heading: `Join ${sender}`,
    lead: `You are invited to the payment dashboard of ${sender}. The link works once.`,
    facts: [
      ['Role', sentenceCase(open.role)],
      ['Valid until', formatMailTime(open.endsAt, STAFF_LOCALE, timeZone)],
    ],
    button: { words: 'Accept invitation', url: linkOf(gateway, mail) },
    note: 'If you did not expect this invitation, ignore this email.',
  }
}

export const newPassword: Writer = async (gateway, mail, { sender, timeZone }) => {
  const endsAt = await findPasswordLinkEnd(gateway.sql, mail.about)
  if (!endsAt) return undefined
  return {
    subject: 'Choose a new password',
    lead: `Your password for the payment dashboard of ${sender} was reset. The link works once.`,
    facts: [['Valid until', formatMailTime(endsAt, STAFF_LOCALE, timeZone)]],
    button: { words: 'Choose password', url: linkOf(gateway, mail) },
    note: 'If you did not ask for a new password, tell the owner of your team.',
  }
}

function linkOf({ vault }: Gateway, { mailId, sealedLink }: ClaimedMail): string {
  return openMailLink(vault, mailId, sealedLink!)
}

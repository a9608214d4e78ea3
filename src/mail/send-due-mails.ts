import { isMaskedAddress } from '#domain/mail.ts'
import { verdictOn } from '#events/schedule.ts'
import type { Gateway } from '#flows/gateway.ts'
import { isRejected, mailErrorCode, mayBeDelivered, sendMail } from '#outbound/mail-server.ts'
import { type ClaimedMail, claimMails, endMail, postponeMail } from '#store/mails/due-mails.ts'
import { writeLetter } from './letters/index.ts'
import { createMessage } from './message.ts'

/** Mails and connections at a time. */
const BATCH = 10
/** Twice the longest attempt, so that only the claim of a crashed worker expires. */
const LEASE_SECONDS = 30
/** A claim after one without a known end may be the second delivery; a third is never made. */
const MAX_OPEN_CLAIMS = 2

type Observe = (kind: string, outcome: 'sent' | 'refused' | 'failed') => void

/** Sends due mails (docs/operate/mail.md#delivery). @returns true if more may be due */
export async function sendDueMails(gateway: Gateway, observe: Observe): Promise<boolean> {
  const claimed = await claimMails(gateway.sql, BATCH, LEASE_SECONDS)
  await Promise.all(claimed.map((mail) => sendOne(gateway, mail, observe)))
  return claimed.length === BATCH
}

async function sendOne(gateway: Gateway, mail: ClaimedMail, observe: Observe): Promise<void> {
  const { sql, settings, log } = gateway
  const names = { mail_id: mail.mailId, kind: mail.kind, attempts: mail.attempts }
  if (mail.openClaims > MAX_OPEN_CLAIMS) return endMail(sql, mail, 'FAILED')
  let openClaims = mail.openClaims - 1
  const outcome = await attempt(gateway, mail).catch((error: unknown) => {
    if (mayBeDelivered(error)) openClaims = mail.openClaims
    const { command, responseCode } = error as { command?: string; responseCode?: number }
    log.warn({ ...names, code: mailErrorCode(error), command, response_code: responseCode }, 'mail not sent')
    return isRejected(error) ? 'refused' : 'failed'
  })
  if (outcome === 'obsolete') return endMail(sql, mail, 'FAILED')
  observe(mail.kind, outcome)
  if (outcome !== 'failed') return endMail(sql, mail, outcome === 'sent' ? 'SENT' : 'FAILED')
  const verdict = verdictOn(
    { status: null, retryAfter: undefined },
    mail.attempts,
    settings.webhookRetrySchedule,
    Math.random(),
  )
  await (verdict.status === 'PENDING'
    ? postponeMail(sql, { ...mail, openClaims }, verdict.delaySeconds)
    : endMail(sql, mail, 'FAILED'))
}

/** @returns `obsolete` if what the mail is about is over, or erased, or the address is masked @throws if the server did not take it */
async function attempt(gateway: Gateway, mail: ClaimedMail): Promise<'sent' | 'obsolete'> {
  const letter = isMaskedAddress(mail.recipient) ? undefined : await writeLetter(gateway, mail)
  if (!letter) return 'obsolete'
  const { server, from } = gateway.settings.mail!
  await sendMail(server.reveal(), createMessage(letter, { id: mail.mailId, from, to: mail.recipient }))
  return 'sent'
}

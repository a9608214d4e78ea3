import { isEmail } from '#domain/email.ts'
import { Secret } from '#domain/secret.ts'
import type { Kind } from './kinds.ts'
import { type Environment, setting } from './setting.ts'

/** URL of a mail server, as Nodemailer reads it. */
const smtpUrl: Kind<Secret<string>> = {
  expects: 'a URL such as smtps://user:password@mail.example.com',
  isSecret: true,
  parse: (text) => {
    const parsed = URL.parse(text)
    return parsed && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== '' ? new Secret(text) : undefined
  },
}

/** ASCII without characters that have a meaning in a mail header. */
const mailAddress: Kind<string> = {
  expects: 'a plain email address such as pay@shop.example',
  parse: (text) => (text.length <= 254 && isEmail(text) && /^[\w.!#$%&'*+/=?^`{|}~@-]+$/.test(text) ? text : undefined),
}

export const MAIL_SETTINGS = {
  smtpUrl: setting(
    'SMTP_URL',
    smtpUrl,
    { otherwise: 'none, no email is sent' },
    'Mail server for invitations, payment links, receipts and notices, for example smtps://user:password@mail.example.com. Set it for all processes, with MAIL_FROM.',
  ),
  mailFrom: setting(
    'MAIL_FROM',
    mailAddress,
    { otherwise: 'none' },
    'Sender of all emails, a plain address such as pay@shop.example.',
  ),
}

/** One setting without the other. An invalid one has its own mistake. */
export function mailMistakes(env: Environment): string[] {
  const hasServer = Boolean(env.SMTP_URL?.trim() || env.SMTP_URL_FILE?.trim())
  const hasSender = Boolean(env.MAIL_FROM?.trim())
  if (hasServer === hasSender) return []
  return [hasServer ? 'SMTP_URL needs a MAIL_FROM.' : 'MAIL_FROM needs an SMTP_URL.']
}

import { newId } from '#domain/ids.ts'
import type { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertMail, type NewMail } from '#store/mails/write-mails.ts'
import type { Vault } from '#vault/vault.ts'
import type { Gateway } from './gateway.ts'

/** Mails a one-time link, which is encrypted until it is sent; nothing if no mail is sent. */
export async function mailOneTimeLink(
  { vault, settings }: Pick<Gateway, 'vault' | 'settings'>,
  sql: Sql,
  mail: NewMail,
  link: Secret<string>,
): Promise<void> {
  if (!settings.mail) return
  const mailId = newId('mai')
  await insertMail(sql, mail, { mailId, link: vault.seal(Buffer.from(link.reveal()), contextOfMailLink(mailId)) })
}

/** @throws SealError if the link was sealed for another mail or changed */
export function openMailLink(vault: Vault, mailId: string, sealed: Uint8Array): string {
  return Buffer.from(vault.open(sealed, contextOfMailLink(mailId))).toString()
}

export function contextOfMailLink(mailId: string): string {
  return `mails/${mailId}`
}

import type { MailKind } from '#domain/mail.ts'
import type { Sql } from '../connection/database.ts'

/** Mail to be sent. `about` is the ID of what it is about. */
export interface NewMail {
  /** Null for the platform. */
  readonly merchantId: string | null
  readonly kind: MailKind
  readonly about: string
  readonly recipient: string
}

/** @param sealed ID and one-time link of a mail that has one; it replaces a waiting mail with an earlier link */
export async function insertMail(
  sql: Sql,
  { merchantId, kind, about, recipient }: NewMail,
  sealed?: { readonly mailId: string; readonly link: Uint8Array },
): Promise<void> {
  if (!sealed) {
    await sql`
      insert into mails (merchant_id, kind, about, recipient) values (${merchantId}, ${kind}, ${about}, ${recipient})`
    return
  }
  await sql`delete from mails where about = ${about} and kind = ${kind} and status = 'PENDING'`
  await sql`
    insert into mails (mail_id, merchant_id, kind, about, recipient, sealed_link)
    values (${sealed.mailId}, ${merchantId}, ${kind}, ${about}, ${recipient}, ${sealed.link})`
}

/** Writes a mail to each active member of a team with one of these roles. */
export async function insertTeamMails(
  sql: Sql,
  { merchantId, kind, about }: Omit<NewMail, 'recipient'>,
  roles: readonly string[],
): Promise<void> {
  await sql`
    insert into mails (merchant_id, kind, about, recipient)
    select m.merchant_id, ${kind}, ${about}, p.email
    from memberships m join people p on p.person_id = m.person_id
    where m.merchant_id = ${merchantId} and m.role = any(${roles}::text[]) and m.status = 'ACTIVE' and p.status = 'ACTIVE'`
}

/** Mails of a payment link in the last 24 hours. Callers lock the link. */
export async function countRecentMails(sql: Sql, paymentLinkId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from mails
    where about = ${paymentLinkId} and kind = 'payment-link' and created_at > now() - interval '24 hours'`
  return row.count
}

/** Recipient of the receipt of a transaction, if its terminal sends one. */
export interface Receipt {
  readonly id: string
  readonly recipient: string
  readonly isOfLink: boolean
}

/** CTE with receipts, if any. Reads `moved` (merchant_id, id, terminal_id). */
export function receiptMails(sql: Sql, receipts: readonly Receipt[]) {
  if (receipts.length === 0) return sql``
  const rows = receipts.map(({ id, recipient, isOfLink }) => ({ id, recipient, is_of_link: isOfLink }))
  return sql`, mailed as (
      insert into mails (merchant_id, kind, about, recipient)
      select moved.merchant_id, 'receipt', moved.id, receipt.recipient
      from moved
        join json_to_recordset(${JSON.stringify(rows)}::json)
          as receipt (id text, recipient text, is_of_link boolean) on receipt.id = moved.id
        join terminals on terminals.terminal_id = moved.terminal_id
      where terminals.receipts = 'all' or terminals.receipts = 'link' and receipt.is_of_link
    )`
}

import { isSameEmail } from '#domain/email.ts'
import type { Sql } from '../connection/database.ts'
import type { NewMail } from './write-mails.ts'

/** Due mail, owned by its claimant until the lease ends. */
export interface ClaimedMail extends NewMail {
  readonly mailId: string
  readonly sealedLink: Uint8Array | null
  /** Including the current one. */
  readonly attempts: number
  /** Including the current one; after others the mail may have been delivered. */
  readonly openClaims: number
}

/** Claims due mails: counts the attempt and postpones the next to the lease's end. */
export async function claimMails(sql: Sql, limit: number, leaseSeconds: number): Promise<ClaimedMail[]> {
  return sql<ClaimedMail[]>`
    update mails set attempts = attempts + 1, open_claims = open_claims + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where mail_id in (
      select mail_id from mails where next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked
    )
    returning mail_id as "mailId", merchant_id as "merchantId", kind, about, recipient, sealed_link as "sealedLink",
      attempts, open_claims as "openClaims"`
}

/** Postpones a claimed mail that was not sent. @param mail with the claims that stay open */
export async function postponeMail(sql: Sql, mail: ClaimedMail, delaySeconds: number): Promise<void> {
  const { mailId, attempts, openClaims } = mail
  await sql`
    update mails set open_claims = ${openClaims}, next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where mail_id = ${mailId} and status = 'PENDING' and attempts = ${attempts}`
}

/** Ends a mail and removes recipient and link. A mail that was sent ends even if another worker has claimed it. */
export async function endMail(sql: Sql, { mailId, attempts }: ClaimedMail, status: 'SENT' | 'FAILED'): Promise<void> {
  await sql`
    update mails set status = ${status}, recipient = null, sealed_link = null, open_claims = 0, next_attempt_at = null,
      ended_at = now()
    where mail_id = ${mailId} and status = 'PENDING' and (attempts = ${attempts} or ${status} = 'SENT')`
}

/** Deletes waiting mails about these objects of a merchant. */
export async function deleteMailsAbout(sql: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from mails where merchant_id = ${merchantId} and status = 'PENDING' and about = any(${ids}::text[])`
}

/** Deletes a merchant's waiting mails to an address, which only the application compares. */
export async function deleteMailsTo(sql: Sql, merchantId: string, email: string): Promise<void> {
  const waiting = await sql<{ recipient: string }[]>`
    select distinct recipient from mails where merchant_id = ${merchantId} and status = 'PENDING'`
  const spellings = waiting.map(({ recipient }) => recipient).filter((recipient) => isSameEmail(recipient, email))
  await sql`
    delete from mails
    where merchant_id = ${merchantId} and status = 'PENDING' and recipient = any(${spellings}::text[])`
}

const MOST = 10_000

/** Mails that wait, those of the next attempts included; at most 10,000 are counted. */
export async function countWaitingMails(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from (select from mails where next_attempt_at is not null limit ${MOST}) waiting`
  return row.count
}

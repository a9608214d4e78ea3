import type { Sql } from '../connection/database.ts'

/** Rows that each kind of rare work waits for; may find more than its claim, which decides. */
const ROWS = {
  payments: `transactions where status = 'PENDING' and due_at <= now()`,
  authorizations: 'transactions where expiry_due_at <= now()',
  reversals: `attempts where state = 'REVERSING' and reverse_at <= now()`,
  agreements: `agreements where ends_on is not null and status in ('ACTIVE', 'SUSPENDED')`,
  sessions: 'sessions where end_due_at <= now()',
  secrets: `clients where status = 'ACTIVE' and (expires_at is not null or previous_secret_until is not null)`,
  cards: 'payment_methods where warning_due_at <= now()',
  reviews: 'disputes where review_at is not null',
  deadlines: 'disputes where warning_due_at <= now()',
  links: 'payment_links where end_due_at <= now()',
  erasures: 'erasures where due_at <= now()',
  mails: 'mails where next_attempt_at <= now()',
} as const

export type DueKind = keyof typeof ROWS

const KINDS = Object.entries(ROWS).map(([kind, rows]) => `('${kind}', exists (select from ${rows}))`)

/** Finds the kinds of work that have something due, in one statement instead of one or more each. */
export async function findDueWork(sql: Sql): Promise<ReadonlySet<DueKind>> {
  const found = await sql<{ kind: DueKind }[]>`
    select kind from (values ${sql.unsafe(KINDS.join(', '))}) as work (kind, is_due) where is_due`
  return new Set(found.map(({ kind }) => kind))
}

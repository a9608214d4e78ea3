import type { Money } from '#domain/money.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import type { Outcome } from '#domain/transaction.ts'
import type { Database, Sql } from '../connection/database.ts'
import { endInTime, type Given, NOTICE_TRIES, type State } from './charges.ts'
import { listTransfers, recordArrival } from './transfers.ts'

interface PageRow {
  readonly attemptId: string
  readonly state: State
  readonly page: Page
  readonly amount: bigint
  readonly currency: string
  readonly reference: string
  readonly createdAt: Date
}

interface Page {
  readonly method: string
  readonly merchantName: string
  readonly returnUrl: string
  readonly preset: ProcessingCode | null
  readonly texts: Pick<
    Outcome,
    'responseMessage' | 'approvalCode' | 'referenceNumber' | 'providerResponseCode' | 'providerResponseMessage'
  >
}

type FoundPage = Omit<PageRow, 'amount' | 'currency'> & { readonly money: Money }

interface Choice {
  readonly state: State
  readonly given: Given
}

export function openChargePages(sql: Database) {
  return {
    find: (attemptId: string) => findPage(sql, attemptId),
    decide: (attemptId: string, choice: Choice) => decidePage(sql, attemptId, choice),
    arrive: (attemptId: string, amount: bigint, lines: { readonly partly: Choice; readonly paid: Choice }) =>
      recordArrival(sql, attemptId, amount, lines),
    listTransfers: (attemptId: string) => listTransfers(sql, attemptId),
  }
}

async function findPage(sql: Sql, attemptId: string): Promise<FoundPage | undefined> {
  const [row] = await sql<PageRow[]>`
    with ended as (${endInTime(sql, attemptId)} returning state)
    select attempt_id as "attemptId", coalesce((select state from ended), state) as state, checkout as page, amount, currency,
      reference, created_at as "createdAt"
    from simulator.charges where attempt_id = ${attemptId} and checkout is not null`
  if (!row) return undefined
  const { amount, currency, ...rest } = row
  return { ...rest, money: { amount, currency } }
}

/** A pending choice leaves the end standing that the tester asked for; a final one is the end. */
async function decidePage(sql: Sql, attemptId: string, { state, given }: Choice): Promise<void> {
  await sql`
    update simulator.charges set
      state = ${state}, updated_at = now(),
      answer = answer || jsonb_build_object('given', ${sql.json(given)}::jsonb,
        'final', case when ${state} = 'PENDING' then answer -> 'final' end),
      notice_at = now() + make_interval(secs => (answer #>> '{notices,delaySeconds}')::float8),
      notices_left = ${NOTICE_TRIES}
    where attempt_id = ${attemptId} and checkout is not null and state in ('AWAITING_SHOPPER', 'PENDING')
      and coalesce(created_at + make_interval(secs => (answer #>> '{final,afterSeconds}')::float8) > now(), true)`
}

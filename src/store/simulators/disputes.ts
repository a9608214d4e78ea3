import type { DisputeStatus } from '#domain/dispute.ts'
import type { DisputeLedger, SimulatedDispute } from '#simulators/common/disputes.ts'
import type { ChargeNotices, DueNotice } from '#simulators/common/simulated-charges.ts'
import type { Database, Sql } from '../connection/database.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { where } from '../shape/where.ts'

const NOTICE_TRIES = 600
const RETRY_SECONDS = 1
const BATCH = 20
const RESPOND_DAYS = 7

const CASE = record<SimulatedDispute>()('attemptId, stage, status, amount, currency, respondBy, movements')

export const DISPUTE_MOVES = ['CHARGEBACK', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED'] as const
export type DisputeMove = (typeof DISPUTE_MOVES)[number]

/** Effect of each move on a case; money that is there already does not move again. */
const MOVES: Readonly<
  Record<
    DisputeMove,
    { status: DisputeStatus; stage?: 'CHARGEBACK'; money?: 'WITHDRAWN' | 'REINSTATED'; asksAgain?: true }
  >
> = {
  CHARGEBACK: { status: 'NEEDS_RESPONSE', stage: 'CHARGEBACK', money: 'WITHDRAWN', asksAgain: true },
  UNDER_REVIEW: { status: 'UNDER_REVIEW' },
  WON: { status: 'WON', money: 'REINSTATED' },
  LOST: { status: 'LOST', stage: 'CHARGEBACK', money: 'WITHDRAWN' },
  CLOSED: { status: 'CLOSED' },
}

export function openDisputeLedger(sql: Sql): DisputeLedger {
  return {
    find: (merchantId, reference) => findCase(sql, merchantId, reference),
    accept: async (merchantId, reference) => {
      await sql`
        update simulator.disputes set status = 'ACCEPTED'
        where merchant_id = ${merchantId} and dispute_id = ${reference} and status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')`
    },
  }
}

function findCase(sql: Sql, merchantId: string, reference: string): Promise<SimulatedDispute | undefined> {
  return first(sql<SimulatedDispute[]>`
    select ${CASE.select(sql)}
    from simulator.disputes where merchant_id = ${merchantId} and dispute_id = ${reference}`)
}

/** Opens the cases that testers asked for, once their charges are made. @returns whether there may be more */
export async function openDueDisputes(sql: Database): Promise<boolean> {
  const opened = await sql.begin(async (tx) => {
    const cases = await tx<{ merchantId: string; reference: string; opens: string }[]>`
      with due as (
        select attempt_id, answer -> 'dispute' as dispute from simulator.charges
        where answer ? 'dispute' and state = 'CHARGED' limit ${BATCH} for update skip locked
      ), taken as (
        update simulator.charges charge set answer = charge.answer - 'dispute'
        from due where charge.attempt_id = due.attempt_id
        returning charge.attempt_id, charge.merchant_id, charge.provider, charge.provider_account_id,
          charge.transaction_id, charge.amount, charge.currency, charge.notice_url, due.dispute
      )
      insert into simulator.disputes (dispute_id, merchant_id, provider, provider_account_id, attempt_id, transaction_id,
        amount, currency, stage, status, respond_by, notice_url, notice_signature, notice_at, notices_left)
      select replace(attempt_id, 'att_', 'case_'), merchant_id, provider, provider_account_id, attempt_id, transaction_id,
        amount, currency, upper(dispute ->> 'opens'), 'NEEDS_RESPONSE',
        now() + ${clockAhead(tx, tx`taken.merchant_id`)} + make_interval(days => ${RESPOND_DAYS}),
        notice_url, dispute ->> 'signature', now(), ${NOTICE_TRIES}
      from taken
      on conflict do nothing
      returning merchant_id as "merchantId", dispute_id as reference, stage as opens`
    for (const { merchantId, reference, opens } of cases) {
      if (opens === 'CHARGEBACK') await moveMoney(tx, merchantId, reference, 'WITHDRAWN')
    }
    return cases
  })
  return opened.length === BATCH
}

/** Repeated words of the provider move no money. @returns false if there is no such case */
export function moveCase(sql: Database, merchantId: string, reference: string, move: DisputeMove): Promise<boolean> {
  const { status, stage = null, money, asksAgain = false } = MOVES[move]
  return sql.begin(async (tx) => {
    const moved = await tx`
      update simulator.disputes set status = ${status}, stage = coalesce(${stage}::text, stage),
        respond_by = case when ${asksAgain} and (stage, status) <> ('CHARGEBACK', 'NEEDS_RESPONSE')
          then now() + ${clockAhead(tx, tx`disputes.merchant_id`)} + make_interval(days => ${RESPOND_DAYS})
          else respond_by end,
        notice_at = now() + make_interval(secs => ${RETRY_SECONDS}), notices_left = ${NOTICE_TRIES}
      where merchant_id = ${merchantId} and dispute_id = ${reference}
      returning 1`
    if (moved.length === 1 && money) await moveMoney(tx, merchantId, reference, money)
    return moved.length === 1
  })
}

/** Withdraws or returns what was charged: for an authorization its captures. Refunds and voids change nothing. */
async function moveMoney(sql: Sql, merchantId: string, reference: string, kind: 'WITHDRAWN' | 'REINSTATED') {
  await sql`
    with captured as (
      select sum(charge.amount) as amount
      from simulator.disputes own join transactions follow_up
        on follow_up.merchant_id = own.merchant_id and follow_up.parent_id = own.transaction_id
      join simulator.charges charge
        on charge.merchant_id = own.merchant_id and charge.transaction_id = follow_up.id and charge.state = 'CHARGED'
          and charge.operation = 'CAPTURE'
      where own.merchant_id = ${merchantId} and own.dispute_id = ${reference}
    ), charged as (
      select case charge.operation when 'AUTHORIZE' then coalesce((select amount from captured), 0) else charge.amount end as amount
      from simulator.disputes own join simulator.charges charge on charge.attempt_id = own.attempt_id
      where own.merchant_id = ${merchantId} and own.dispute_id = ${reference}
    )
    update simulator.disputes set movements = movements || jsonb_build_object('kind', ${kind}::text, 'amount',
        case when ${kind === 'WITHDRAWN'} then (select amount from charged) else (
          select sum(case moved ->> 'kind' when 'WITHDRAWN' then 1 else -1 end * (moved ->> 'amount')::bigint)
          from jsonb_array_elements(movements) as moved
        ) end::text, 'at', now())
    where merchant_id = ${merchantId} and dispute_id = ${reference}
      and coalesce(movements -> -1 ->> 'kind', 'REINSTATED') <> ${kind}`
}

/** Notices of simulated disputes. @param reference of the only case whose notice is claimed, due or not */
export function openDisputeNotices(sql: Sql, reference?: string): ChargeNotices {
  return {
    claimDue: () => claimNotices(sql, reference),
    markDelivered: (notice) => markDelivered(sql, notice),
  }
}

async function claimNotices(sql: Sql, reference: string | undefined): Promise<DueNotice[]> {
  return sql<DueNotice[]>`
    update simulator.disputes set notices_left = notices_left - 1,
      notice_at = case when notices_left > 1 then now() + make_interval(secs => ${RETRY_SECONDS}) end
    where dispute_id in (
      select dispute_id from simulator.disputes
      where ${where(sql, { disputeId: reference }, reference === undefined && sql`notice_at <= now()`)} and notice_at is not null
      order by notice_at limit ${BATCH} for update skip locked
    )
    returning attempt_id as "attemptId", merchant_id as "merchantId", dispute_id as dispute, notice_url as url,
      notice_signature as signature, false as "isForgedFirst", 1 as copies, notices_left as "attemptsLeft"`
}

/** Skips a case that has moved meanwhile. */
async function markDelivered(sql: Sql, { dispute, attemptsLeft }: DueNotice): Promise<void> {
  await sql`
    update simulator.disputes set notice_at = null
    where dispute_id = ${dispute!} and notices_left = ${attemptsLeft}`
}

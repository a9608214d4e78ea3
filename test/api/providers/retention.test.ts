import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetRecords } from '#flows/worker/purge-records.ts'
import { purgeSpentCards } from '#store/iso8583/acquirer-cards.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { authorized, done, type Shown } from '../manage/follow-ups.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
  await app.stopWorker()
})
afterAll(() => app.close())

const forget = (providerRecordDays = 90) =>
  forgetRecords({ ...app.gateway, settings: { ...app.gateway.settings, providerRecordDays } })

async function attemptOf(record: Shown): Promise<string> {
  const [row] = await app.database.sql<[{ attempt_id: string }]>`
    select attempt_id from attempts where transaction_id = ${record.id} order by number desc limit 1`
  return row.attempt_id
}

async function paid(changes = {}): Promise<Shown> {
  return (await app.merchant.authorize(changes)).body.result
}

const pending = () =>
  paid({ metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_fault: 'garbage_answer' } })

/** An exchange and a notice about an attempt, this old. */
async function keepRecords(attempt: string, days: number): Promise<void> {
  const { sql } = app.database
  const { merchantId } = app.merchant
  await sql`
    insert into provider_exchanges (merchant_id, attempt_id, request, request_fields, answer_fields, sent_at)
    values (${merchantId}, ${attempt}, 'POST /charges', '{}', '{}', now() - make_interval(days => ${days}))`
  await sql`
    insert into provider_notices (provider_account_id, notice_key, merchant_id, attempt_id, fields, received_at)
    values ('acc_1', ${`${attempt} ${days}`}, ${merchantId}, ${attempt}, '{}', now() - make_interval(days => ${days}))`
}

/** How many exchanges and notices about an attempt are left. */
async function left(attempt: string) {
  const { sql } = app.database
  const [row] = await sql<[{ exchanges: number; notices: number }]>`
    select (select count(*)::int from provider_exchanges where attempt_id = ${attempt}) as exchanges,
      (select count(*)::int from provider_notices where attempt_id = ${attempt}) as notices`
  return row
}

describe('Exchanges and notices', () => {
  it('are deleted after 90 days, or as many as the setting says', async () => {
    const attempt = await attemptOf(await paid())
    for (const days of [89, 91]) await keepRecords(attempt, days)
    await forget()
    expect(await left(attempt)).toEqual({ exchanges: 1, notices: 1 })
    await forget(30)
    expect(await left(attempt)).toEqual({ exchanges: 0, notices: 0 })
  })

  it('notices stay while their transaction is pending', async () => {
    const record = await pending()
    expect(record.status).toBe('PENDING')
    const attempt = await attemptOf(record)
    await keepRecords(attempt, 91)
    await forget()
    expect(await left(attempt)).toEqual({ exchanges: 0, notices: 1 })
  })

  it('notices stay while their charge is being reversed', async () => {
    const attempt = await attemptOf(await paid())
    await keepRecords(attempt, 91)
    const setState = (state: string) => app.database.sql`
      update attempts set state = ${state}, reverse_at = now() where attempt_id = ${attempt}`
    await setState('REVERSING')
    await forget()
    expect((await left(attempt)).notices).toBe(1)
    await setState('REVERSED')
    await forget()
    expect((await left(attempt)).notices).toBe(0)
  })
})

describe('What an acquirer’s line leaves behind', () => {
  it('answers to nothing are deleted as exchanges are, trace numbers a week later', async () => {
    const { sql } = app.database
    await sql`
      insert into acquirer_strays (provider_account_id, type, fields, received_at)
      select 'acc_stray', '0110', '{}', now() - make_interval(days => days) from unnest(array[89, 91]) days`
    await sql`
      insert into acquirer_traces (acquirer_id, terminal_id, day, last_stan)
      select '438309', 'STRAY', (now() at time zone 'utc')::date - days, 1 from unnest(array[0, 6, 9]) days`
    await forget()
    const [remaining] = await sql`
      select (select count(*)::int from acquirer_strays where provider_account_id = 'acc_stray') as strays,
        (select count(*)::int from acquirer_traces where terminal_id = 'STRAY') as traces`
    expect(remaining).toEqual({ strays: 1, traces: 2 })
  })

  it('expired messages are deleted, others are not', async () => {
    const { sql } = app.database
    await sql`
      insert into acquirer_hand_overs (provider_account_id, lease, opened, message, take_until)
      select 'acc_left', 1, '', '', now() - make_interval(mins => minutes) from unnest(array[1, 10]) minutes`
    await forget()
    expect(await sql`select lease from acquirer_hand_overs where provider_account_id = 'acc_left'`).toHaveLength(1)
  })
})

it('the worker deletes old entries automatically', async () => {
  const attempt = await attemptOf(await paid())
  await keepRecords(attempt, 91)
  await app.startWorker()
  await eventually('it is gone', 60, async () => (await left(attempt)).exchanges === 0)
  await app.stopWorker()
})

interface Standing {
  readonly state: string
  readonly answer?: object
  readonly code?: string
  readonly days?: number
}

/** The request of an attempt in the acquirer's book. @returns whether its card is still there once it was its turn */
async function keepsCard(attempt: string, { state, answer, code, days = 0 }: Standing): Promise<boolean> {
  const { sql } = app.database
  await sql`
    insert into acquirer_requests (attempt_id, merchant_id, provider_account_id, sealed_card, state, answer,
      reversal_code, answer_due_at, created_at)
    values (${attempt}, ${app.merchant.merchantId}, 'acc_1', '\\x01', ${state},
      ${answer ? JSON.stringify(answer) : null}::jsonb, ${code ?? null}, 'infinity', now() - make_interval(days => ${days}))
    on conflict (attempt_id) do update set state = excluded.state, answer = excluded.answer,
      reversal_code = excluded.reversal_code, card_look_at = now()`
  await purgeSpentCards(sql, 100)
  const [row] = await sql`select sealed_card from acquirer_requests where attempt_id = ${attempt}`
  return row!.sealed_card !== null
}

const YES = { 39: '00' }

describe('The card of an acquirer’s request', () => {
  it.each<[string, Standing, boolean]>([
    ['stays while no answer came', { state: 'SENT' }, true],
    ['stays while it is being taken back', { state: 'REVERSING' }, true],
    ['goes when it was never sent', { state: 'UNSENT' }, false],
    ['goes when its reversal is confirmed', { state: 'REVERSED', answer: YES, code: '00' }, false],
    ['stays where the acquirer found nothing yet and may still approve', { state: 'REVERSED', code: '25' }, true],
    ['goes a week after that', { state: 'REVERSED', code: '25', days: 8 }, false],
    ['stays with an approval, which may be refunded', { state: 'ANSWERED', answer: YES }, true],
  ])('%s', async (_what, standing, isKept) => {
    expect(await keepsCard(await attemptOf(await paid()), standing)).toBe(isKept)
  })

  it('goes with a decline, not with a word that it is in progress', async () => {
    const attempt = await attemptOf(
      await paid({ metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_DECLINED' } }),
    )
    expect(await keepsCard(attempt, { state: 'ANSWERED', answer: { 39: '09' } })).toBe(true)
    expect(await keepsCard(attempt, { state: 'ANSWERED', answer: { 39: '05' } })).toBe(false)
  })

  it('goes with a decline that came when the payment had ended otherwise', async () => {
    const attempt = await attemptOf(await paid())
    await app.database.sql`
      update attempts set state = 'REVERSED', processing_code = '1001' where attempt_id = ${attempt}`
    expect(await keepsCard(attempt, { state: 'ANSWERED', answer: { 39: '05' } })).toBe(false)
  })

  it('stays with an answer as long as its transaction is pending', async () => {
    const attempt = await attemptOf(await pending())
    const standing = { state: 'ANSWERED', answer: { 39: '05' } }
    expect(await keepsCard(attempt, standing)).toBe(true)
    await app.database.sql`
      update attempts set state = 'ANSWERED', processing_code = '1000' where attempt_id = ${attempt}`
    expect(await keepsCard(attempt, standing)).toBe(true)
  })

  it('stays with an approval that is not the payment’s end, until it is reversed', async () => {
    const attempt = await attemptOf(await paid())
    await app.database.sql`update attempts set processing_code = '1003' where attempt_id = ${attempt}`
    expect(await keepsCard(attempt, { state: 'ANSWERED', answer: YES })).toBe(true)
  })

  it('goes with a capture or refund that is done; the payment’s own goes once all of it is refunded', async () => {
    const original = await authorized(app.merchant)
    const standing = { state: 'ANSWERED', answer: YES }
    const capture = await done(app.merchant, original, 'CAPTURE')
    const setState = (state: string) => app.database.sql`
      update attempts set state = ${state}, reverse_at = now() where transaction_id = ${capture.id}`
    await setState('REVERSING')
    expect(await keepsCard(await attemptOf(capture), standing)).toBe(true)
    await setState('ANSWERED')
    expect(await keepsCard(await attemptOf(capture), standing)).toBe(false)
    const part = await done(app.merchant, original, 'REFUND', { amount: 250 })
    expect(await keepsCard(await attemptOf(part), standing)).toBe(false)
    expect(await keepsCard(await attemptOf(original), standing)).toBe(true)
    await done(app.merchant, original, 'REFUND', { amount: 1000 })
    expect(await keepsCard(await attemptOf(original), standing)).toBe(false)
  })

  it('is looked at again, seldomer with age', async () => {
    const attempt = await attemptOf(await paid())
    await keepsCard(attempt, { state: 'ANSWERED', answer: YES, days: 80 })
    const [row] = await app.database.sql`
      select card_look_at > now() + interval '9 days' and card_look_at < now() + interval '11 days' as "isLater"
      from acquirer_requests where attempt_id = ${attempt}`
    expect(row).toEqual({ isLater: true })
  })
})

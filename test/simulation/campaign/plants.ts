import type { Sql } from '#store/database.ts'
import type { InvariantName } from './audit/index.ts'
import type { Evidence } from './evidence.ts'
import type { Exchange, SessionAnswer } from './journal.ts'

/** A bug planted into what a finished campaign left: the auditor has to see it. */
export interface Plant {
  /** What a gateway with such a bug would have done. */
  readonly bug: string
  readonly breaks: InvariantName
  /** Changes the books, in a transaction that is taken back afterwards. @returns the rows it changed */
  readonly books?: (sql: Sql, merchantId: string) => Promise<{ readonly count: number }>
  /** Changes what the client or the receiver wrote down. */
  readonly journals?: (evidence: Evidence) => Evidence
}

const approved = (sql: Sql, merchantId: string, type: string) => sql`
  select id from transactions
  where merchant_id = ${merchantId} and status = 'APPROVED' and transaction_type = ${type} order by id limit 1`

export const PLANTS: readonly Plant[] = [
  {
    bug: 'a provider is asked again under a new attempt id',
    breaks: 'nothing is charged twice',
    books: (sql, merchantId) => sql`
      insert into simulator.charges
      select (json_populate_record(charge, json_build_object('attempt_id', charge.attempt_id || '-again'))).*
      from simulator.charges charge where merchant_id = ${merchantId} and state = 'CHARGED' limit 1`,
  },
  {
    bug: 'a refund under one key is carried out by two processes',
    breaks: 'nothing is executed twice',
    books: (sql, merchantId) => sql`
      insert into transactions
      select (json_populate_record(own, json_build_object('id', own.id || '-again'))).*
      from transactions own
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'REFUND')})`,
  },
  {
    bug: 'the provider took a charge back that the gateway still calls approved',
    breaks: 'the simulators charged what the gateway approved, and nothing else',
    books: (sql, merchantId) => sql`
      update simulator.charges set state = 'REVERSED'
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'the provider charged another amount',
    breaks: 'the simulators charged what the gateway approved, and nothing else',
    books: (sql, merchantId) => sql`
      update simulator.charges set amount = amount + 1
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'the provider is asked before the try is recorded, and the process dies',
    breaks: 'the intent is recorded before the provider hears of it',
    books: (sql, merchantId) => sql`
      delete from attempts
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a time-out counts as a decline, and the next provider is asked',
    breaks: 'an unknown outcome never goes to another provider',
    books: (sql, merchantId) => sql`
      update simulator.charges set state = 'CHARGED' where attempt_id in (
        select earlier.attempt_id from attempts earlier join attempts later using (merchant_id, transaction_id)
        where merchant_id = ${merchantId} and earlier.number = 1 and later.number = 2
        order by 1 limit 1)`,
  },
  {
    bug: 'parallel refunds are summed up before they are inserted',
    breaks: 'no sum exceeds its bound',
    books: (sql, merchantId) => sql`
      update transactions set amount = 9000000, normalized_amount = 9000000
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'REFUND')})`,
  },
  {
    bug: 'an amount goes through a floating-point number',
    breaks: 'amounts arrive as they were sent',
    books: (sql, merchantId) => sql`
      update transactions set amount = amount + 1, captured_amount = captured_amount + 1
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a late decline overwrites an approval',
    breaks: 'a definitive answer stays true',
    books: (sql, merchantId) => sql`
      update transactions set status = 'DECLINED', processing_code = '1000'
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'an answer is given before it is committed, and the commit fails',
    breaks: 'no outcome is lost',
    books: (sql, merchantId) => sql`
      delete from transactions
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a declined payment is charged all the same',
    breaks: 'a definitive no is never charged',
    books: (sql, merchantId) => sql`
      update simulator.charges set state = 'CHARGED' where (merchant_id, transaction_id) in (
        select merchant_id, id from transactions
        where merchant_id = ${merchantId} and status = 'DECLINED' and processing_code = '1000' and parent_id is null)`,
  },
  {
    bug: 'a wallet that was left for a card is not barred, and is paid in its tab',
    breaks: 'a session is paid once',
    books: (sql, merchantId) => sql`
      insert into simulator.charges
      select (json_populate_record(charge, json_build_object('transaction_id', other.id,
        'attempt_id', charge.attempt_id || '-too'))).*
      from transactions paid
      join transactions other using (merchant_id, session_id)
      join simulator.charges charge on charge.merchant_id = paid.merchant_id and charge.transaction_id = paid.id
      where merchant_id = ${merchantId} and paid.status = 'APPROVED' and other.status = 'CANCELED'
        and charge.state = 'CHARGED'
      limit 1`,
  },
  {
    bug: 'a session forgets that one of its tries was approved',
    breaks: 'a session says what became of its tries',
    journals: (evidence) => {
      const told = evidence.journal.exchanges.findLast(
        ({ answer }) => answer.class === 'session' && answer.status === 'APPROVED',
      )!
      return withExchange(evidence, { ...told, answer: { ...(told.answer as SessionAnswer), status: 'CREATED' } })
    },
  },
  {
    bug: 'a session is answered and not kept',
    breaks: 'a session says what became of its tries',
    books: (sql, merchantId) => sql`
      delete from sessions where merchant_id = ${merchantId} and session_id in (
        select session_id from transactions where status = 'APPROVED' and session_id is not null limit 1)`,
  },
  {
    bug: 'two of eight copies are told of transactions of their own',
    breaks: 'copies of a request are told of one transaction',
    journals: (evidence) => {
      const [first, other] = approvedExchanges(evidence)
      return withExchange(evidence, { ...first!, answer: other!.answer })
    },
  },
  {
    bug: 'a lost answer cannot be looked up',
    breaks: 'nobody is left in the dark',
    journals: (evidence) => {
      const operation = { name: 'never-answered', kind: 'REFUND', reference: '', amount: 1 }
      const exchange: Exchange = {
        operation: operation.name,
        request: 'POST /api/transactions/manage',
        sentAt: 0,
        answeredAt: 0,
        answer: { class: 'unsure', why: 'HTTP 503' },
      }
      const { operations } = evidence.journal
      const wanting = { ...evidence, journal: { ...evidence.journal, operations: [...operations, operation] } }
      return withExchange(wanting, exchange)
    },
  },
  {
    bug: 'an answer that the contract does not know',
    breaks: 'nobody is left in the dark',
    journals: (evidence) => {
      const [first] = approvedExchanges(evidence)
      return withExchange(evidence, { ...first!, answer: { class: 'odd', why: 'HTTP 202' } })
    },
  },
  {
    bug: 'the event is sent outside the commit, and the process dies',
    breaks: 'every final status has one event',
    books: (sql, merchantId) => sql`
      delete from events
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'the event says what was thought before the commit',
    breaks: 'every final status has one event',
    books: (sql, merchantId) => sql`
      update events set payload = replace(payload::text, '"APPROVED"', '"DECLINED"')::json
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a delivery is marked before it is sent, and the worker dies',
    breaks: 'every event is delivered',
    journals: (evidence) => {
      const lost = evidence.events[0]!.eventId
      return { ...evidence, received: evidence.received.filter(({ id }) => id !== lost) }
    },
  },
  {
    bug: 'a delivery that failed is given up',
    breaks: 'every event is delivered',
    books: (sql, merchantId) => sql`
      update deliveries set status = 'FAILED' where merchant_id = ${merchantId} and event_id in (
        select event_id from events
        where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')}))`,
  },
  {
    bug: 'every try of an event gets an id of its own',
    breaks: 'every try of an event is the same',
    journals: (evidence) => {
      const [first, ...others] = evidence.received
      return { ...evidence, received: [{ ...first!, id: 'evt_another' }, ...others] }
    },
  },
  {
    bug: 'an event is written anew for each try',
    breaks: 'every try of an event is the same',
    journals: (evidence) => {
      const [first, ...others] = evidence.received
      return { ...evidence, received: [{ ...first!, body: `${first!.body} ` }, ...others] }
    },
  },
  {
    bug: 'nobody looks after a payment whose process died',
    breaks: 'nothing waits for ever',
    books: (sql, merchantId) => sql`
      update transactions set status = 'PENDING', awaiting = 'provider-answer', due_at = now()
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a reversal is asked for and never confirmed',
    breaks: 'nothing waits for ever',
    books: (sql, merchantId) => sql`
      update attempts set state = 'REVERSING'
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
]

/** Answers about transactions of one operation each, all of them approved. */
function approvedExchanges({ journal }: Evidence): Exchange[] {
  const orders = new Set(journal.operations.filter(({ kind }) => kind === 'PURCHASE').map(({ name }) => name))
  const isApproved = ({ operation, answer }: Exchange) =>
    orders.has(operation) && answer.class === 'yes' && answer.status === 'APPROVED'
  return [...new Map(journal.exchanges.filter(isApproved).map((each) => [each.operation, each])).values()]
}

function withExchange(evidence: Evidence, exchange: Exchange): Evidence {
  const { exchanges } = evidence.journal
  return { ...evidence, journal: { ...evidence.journal, exchanges: [...exchanges, exchange] } }
}

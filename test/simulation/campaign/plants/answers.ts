import type { Evidence } from '../evidence.ts'
import type { Exchange, SessionAnswer } from '../journal.ts'
import { approved, type Plant } from './plant.ts'

/** Bugs in answers to merchants and shoppers. */
export const ANSWER_PLANTS: readonly Plant[] = [
  {
    bug: 'a late decline overwrites an approval',
    breaks: 'a definitive answer stays true',
    ledgers: (sql, merchantId) => sql`
      update transactions set status = 'DECLINED', processing_code = '1000'
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'an answer is given before it is committed, and the commit fails',
    breaks: 'no outcome is lost',
    ledgers: (sql, merchantId) => sql`
      delete from transactions
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a declined payment is charged all the same',
    breaks: 'a definitive no is never charged',
    ledgers: (sql, merchantId) => sql`
      update simulator.charges set state = 'CHARGED' where (merchant_id, transaction_id) in (
        select merchant_id, id from transactions
        where merchant_id = ${merchantId} and status = 'DECLINED' and processing_code = '1000' and parent_id is null)`,
  },
  {
    bug: 'a session forgets that one of its attempts was approved',
    breaks: 'a session says what became of its attempts',
    journals: (evidence) => {
      const told = evidence.journal.exchanges.findLast(
        ({ answer }) => answer.class === 'session' && answer.status === 'APPROVED',
      )!
      return withExchange(evidence, { ...told, answer: { ...(told.answer as SessionAnswer), status: 'CREATED' } })
    },
  },
  {
    bug: 'a session is answered and not kept',
    breaks: 'a session says what became of its attempts',
    ledgers: (sql, merchantId) => sql`
      delete from sessions where merchant_id = ${merchantId} and session_id in (
        select session_id from transactions
        where merchant_id = ${merchantId} and status = 'APPROVED' and session_id is not null limit 1)`,
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
    bug: 'an answer that the interface does not know',
    breaks: 'nobody is left in the dark',
    journals: (evidence) => {
      const [first] = approvedExchanges(evidence)
      return withExchange(evidence, { ...first!, answer: { class: 'odd', why: 'HTTP 202' } })
    },
  },
]

/** Answers about transactions of one order each, all of them approved. Attempts of a session are no copies of one request. */
function approvedExchanges({ journal, transactions }: Evidence): Exchange[] {
  const orders = new Set(journal.operations.filter(({ kind }) => kind === 'PURCHASE').map(({ name }) => name))
  const attempts = new Set(transactions.filter(({ sessionId }) => sessionId !== null).map(({ id }) => id))
  const isApproved = ({ operation, answer }: Exchange) =>
    orders.has(operation) &&
    answer.class === 'yes' &&
    answer.status === 'APPROVED' &&
    !attempts.has(answer.transactionId)
  return [...new Map(journal.exchanges.filter(isApproved).map((each) => [each.operation, each])).values()]
}

function withExchange(evidence: Evidence, exchange: Exchange): Evidence {
  const { exchanges } = evidence.journal
  return { ...evidence, journal: { ...evidence.journal, exchanges: [...exchanges, exchange] } }
}

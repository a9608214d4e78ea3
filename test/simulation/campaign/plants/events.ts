import { approved, type Plant } from './plant.ts'

/** Bugs in events for merchants, and in what must end. */
export const EVENT_PLANTS: readonly Plant[] = [
  {
    bug: 'the event is sent outside the commit, and the process dies',
    breaks: 'every final status has one event',
    ledgers: (sql, merchantId) => sql`
      delete from events
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'the event says what was thought before the commit',
    breaks: 'every final status has one event',
    ledgers: (sql, merchantId) => sql`
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
    ledgers: (sql, merchantId) => sql`
      update deliveries set status = 'FAILED' where merchant_id = ${merchantId} and event_id in (
        select event_id from events
        where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')}))`,
  },
  {
    bug: 'every attempt of an event gets an id of its own',
    breaks: 'every attempt of an event is the same',
    journals: (evidence) => {
      const [first, ...others] = evidence.received
      return { ...evidence, received: [{ ...first!, id: 'evt_another' }, ...others] }
    },
  },
  {
    bug: 'an event is written anew for each attempt',
    breaks: 'every attempt of an event is the same',
    journals: (evidence) => {
      const [first, ...others] = evidence.received
      return { ...evidence, received: [{ ...first!, body: `${first!.body} ` }, ...others] }
    },
  },
  {
    bug: 'nobody looks after a payment whose process died',
    breaks: 'nothing waits for ever',
    ledgers: (sql, merchantId) => sql`
      update transactions set status = 'PENDING', awaiting = 'provider-answer', due_at = now()
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a reversal is asked for and never confirmed',
    breaks: 'nothing waits for ever',
    ledgers: (sql, merchantId) => sql`
      update attempts set state = 'REVERSING'
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
]

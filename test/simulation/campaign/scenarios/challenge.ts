import type { Answer, Operation } from '../journal.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { place } from './place.ts'
import { troubles } from './troubles.ts'

const FLOWS = ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'VERSIONING_FINGERPRINT_A_FRICTIONLESS']
const ABANDONED = 0.1
/** No order takes more of the shopper: two authentications of two steps each, and some spare. */
const MOST_STEPS = 6

/** A shopper authenticates, step by step; each step may be sent eight times, and some shoppers walk away. */
export async function challenge(context: ScenarioContext): Promise<void> {
  const { chance } = context
  const softDecline = chance.happens(0.15) ? { simulate_soft_decline: 1 } : {}
  const metadata = { ...troubles(chance), ...softDecline, simulated_flow: chance.pick(FLOWS) }
  const amount = chance.integer(100, 50_000)
  const { operation, answer } = await place(context, { kind: 'PURCHASE', amount, metadata })
  let next = answer
  for (let step = 0; step < MOST_STEPS && isDue(next) && !chance.happens(ABANDONED); step += 1) {
    next = await context.resolved(operation, await take(context, operation, next.step))
  }
}

type Due = Extract<Answer, { class: 'open' }> & { step: NonNullable<Extract<Answer, { class: 'open' }>['step']> }

function isDue(answer: Answer): answer is Due {
  return answer.class === 'open' && answer.step?.kind === 'action'
}

function take({ client, chance, copies }: ScenarioContext, operation: Operation, step: Due['step']): Promise<Answer> {
  const { sessionId, paymentData: payment_data } = step
  const threeDs = '/api/transactions/three-ds'
  const fingerprint = {
    path: `${threeDs}/${sessionId}/request-authentication`,
    body: { fingerprint_result: btoa('N'), payment_data },
  }
  const completion = {
    path: `${threeDs}/authentication-completed`,
    body: { payment_data, session_id: sessionId, trans_status: chance.happens(0.9) ? 'Y' : 'N' },
  }
  const request = step.type === 'THREE_DS_2_FINGERPRINT' ? fingerprint : completion
  return client.insist(operation, { method: 'POST', ...request }, copies())
}

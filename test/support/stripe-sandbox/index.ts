import { readDefinition } from '../provider-sandbox/definition.ts'
import { openSandboxServer, type SandboxAnswer, type SandboxRequest } from '../provider-sandbox/server.ts'
import { Book, stripeId } from './book.ts'
import { disputeHandlers } from './disputes.ts'
import { Events } from './events.ts'
import { Faults } from './faults.ts'
import { parseForm } from './form.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { intentHandlers } from './intents.ts'
import { errorOf } from './objects.ts'
import { refundHandlers } from './refunds.ts'
import type { Step } from './steering.ts'

export const SECRET_KEY = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
export const WEBHOOK_SECRET = 'whsec_c2FuZGJveC1zaWduaW5nLXNlY3JldA'

const DEFINITION = readDefinition('stripe-2026-08-26.dahlia.json', { form: true })

/** A request as it came, for the search for secrets. */
export interface Recorded {
  readonly request: string
  readonly headers: SandboxRequest['headers']
  readonly text: string
}

export type StripeSandbox = Awaited<ReturnType<typeof openStripeSandbox>>

/** Stripe on a free port: a book, its rule for keys, faults by order, and its own definition as the judge. */
export async function openStripeSandbox(secretKey = SECRET_KEY) {
  const book = new Book()
  const events = new Events(WEBHOOK_SECRET)
  const keys = new IdempotencyKeys()
  const faults = new Faults(book, keys)
  const requests: Recorded[] = []
  const [intents, refunds] = [intentHandlers(book, events), refundHandlers(book, events)]
  const disputes = disputeHandlers(book, events)

  const guarded = (step: Step, act: (request: SandboxRequest) => SandboxAnswer) => {
    return async (request: SandboxRequest): Promise<SandboxAnswer> => {
      const { params, headers, text } = request
      requests.push({ request: `${step} ${JSON.stringify(params)}`, headers, text })
      if (headers.authorization === `Bearer ${WITHOUT_PERMISSION}`)
        return errorOf(403, { code: 'more_permissions_required' })
      if (headers.authorization !== `Bearer ${secretKey}`) return errorOf(401, { message: 'Invalid API Key provided' })
      return named(await faults.disturb(step, request, () => act(request)))
    }
  }
  const server = await openSandboxServer({
    routes: {
      'POST /v1/payment_intents': guarded('create', intents.create),
      'GET /v1/payment_intents': guarded('read', () => ({ status: 200, body: LIST })),
      'POST /v1/payment_intents/{intent}': guarded('describe', intents.describe),
      'GET /v1/payment_intents/{intent}': guarded('read', intents.read),
      'POST /v1/payment_intents/{intent}/confirm': guarded('confirm', intents.confirm),
      'POST /v1/payment_intents/{intent}/capture': guarded('capture', intents.capture),
      'POST /v1/payment_intents/{intent}/cancel': guarded('cancel', intents.cancel),
      'POST /v1/payment_methods': guarded('card', intents.card),
      'POST /v1/refunds': guarded('refund', refunds.create),
      'GET /v1/refunds': guarded('read', refunds.list),
      'GET /v1/refunds/{refund}': guarded('read', refunds.read),
      'GET /v1/disputes/{dispute}': guarded('read', disputes.read),
      'POST /v1/disputes/{dispute}/close': guarded('read', disputes.close),
    },
    // The definition leaves disputes out.
    definitionOf: (route) =>
      route.includes('/disputes/') ? undefined : { definition: DEFINITION, path: route.split(' ')[1]! },
    refuse: (problems) => errorOf(400, { code: 'parameter_unknown', message: problems.join(' ') }),
    parse: parseForm,
  })
  return {
    ...server,
    book,
    events,
    disputes,
    requests,
    failRefund: refunds.fail,
    expire: intents.expire,
    forgetKeys: () => keys.forgetAll(),
    faults,
  }
}

/** With the id that Stripe's support asks for. */
function named(answer: SandboxAnswer): SandboxAnswer {
  if (typeof answer === 'string' || 'raw' in answer) return answer
  return { ...answer, headers: { ...answer.headers, 'request-id': stripeId('req') } }
}

/** A restricted key that may do nothing. */
export const WITHOUT_PERMISSION = 'rk_test_51MayDoNothingAtAll'

const LIST = { object: 'list', data: [], has_more: false, url: '/v1/payment_intents' }

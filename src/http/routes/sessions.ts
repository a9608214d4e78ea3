import { parseAmount } from '#domain/money.ts'
import type { SaveCard } from '#domain/session.ts'
import { createSession, type NewSession } from '#flows/sessions/create-session.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { simulatorProblems } from '../contract/rules.ts'
import { SessionBody, SessionParams, SessionRecord } from '../contract/sessions.ts'
import { route } from '../route.ts'
import { sessionView } from '../views/session.ts'
import { customerOf } from './common/fields.ts'

export const createSessionRoute = route({
  method: 'POST',
  path: '/api/sessions',
  guard: 'merchant',
  tag: 'Sessions',
  operation: 'createSession',
  summary: 'Create a session for embedded fields or the hosted page',
  description: 'Use `id` as `sessionId` in the browser, or send the shopper to `hosted_payment_page_url`.',
  body: SessionBody,
  rules: (body, gateway) => simulatorProblems(gateway, body),
  answers: { 201: SessionRecord },
  handle: async (gateway, { caller, body }) => {
    const state = await createSession(gateway, newSessionOf(caller, body))
    return { status: 201, json: sessionView(state, hostedPageUrl(gateway, state.session.sessionId)) }
  },
})

export const showSessionRoute = route({
  method: 'GET',
  path: '/api/sessions/:id',
  guard: 'merchant',
  tag: 'Sessions',
  operation: 'showSession',
  summary: 'Read a session and its payments',
  params: SessionParams,
  answers: { 200: SessionRecord },
  handle: async (gateway, { caller, params }) => {
    const state = await showSession(gateway, caller.merchantId, params.id)
    return { status: 200, json: sessionView(state, hostedPageUrl(gateway, params.id)) }
  },
})

function newSessionOf({ merchantId }: MerchantCaller, body: SessionBody): NewSession {
  return {
    merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    description: body.description,
    currency: body.currency,
    amount: parseAmount(body.amount)!,
    transactionType: body.transaction_type,
    returnUrl: body.return_url,
    customer: customerOf(body.customer),
    country: body.country ?? null,
    metadata: body.metadata ?? null,
    paymentMethodIds: body.payment_method_ids ?? [],
    saveCard: saveCardOf(body.tokenization?.save_card_for_future_payments),
  }
}

function saveCardOf(wanted: boolean | 'ask' | undefined): SaveCard {
  if (wanted === 'ask') return 'ask'
  return wanted === true ? 'yes' : 'no'
}

import { NO_CUSTOMER } from '#domain/customer.ts'
import { notFound } from '#domain/problem.ts'
import type { Session, SessionState } from '#domain/session.ts'
import type { Gateway } from '#flows/gateway.ts'
import { cancelByMerchant } from '#flows/sessions/cancel-by-merchant.ts'
import { changeSession } from '#flows/sessions/change-session.ts'
import { createSession } from '#flows/sessions/create-session.ts'
import { readSessions } from '#flows/sessions/list-sessions.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { readGiven } from '#interface/read.ts'
import {
  SessionBody,
  SessionChangeBody,
  SessionListQuery,
  SessionParams,
  SessionRecord,
  sessionOf,
} from '#interface/session.ts'
import { ListOf } from '#interface/types.ts'
import { clientMay, maySeeCustomers, mayUseTerminal, requireNoStored } from '../request/client-limits.ts'
import { answer, get, patch, post } from '../route.ts'
import { answerOrResult, viewOrResult } from './common/action-result.ts'
import { filterOf, limitOf, listView } from './common/paging.ts'
import { agreementProblems } from './payments/agreement-problems.ts'
import { captureByProblems } from './payments/capture-by.ts'
import { simulatorProblems } from './payments/rules.ts'
import { threeDsWishProblems } from './payments/three-ds-wishes.ts'

function sessionView(gateway: Gateway, state: SessionState, hidden: Partial<Session> = {}) {
  const hostedPaymentPageUrl = hostedPageUrl(gateway, state.session.sessionId)
  return SessionRecord.of({ ...state.session, ...hidden, state, hostedPaymentPageUrl })
}

function viewFor(caller: MerchantCaller, gateway: Gateway, state: SessionState) {
  return sessionView(gateway, state, maySeeCustomers(caller) ? {} : { customer: NO_CUSTOMER })
}

const rereadSession = async (gateway: Gateway, caller: MerchantCaller, id: string) =>
  viewFor(caller, gateway, await showSession(gateway, caller.merchantId, id))

async function requireTerminalOf(gateway: Gateway, caller: MerchantCaller, sessionId: string): Promise<void> {
  if (!caller.limits?.terminalIds) return
  const { session } = await showSession(gateway, caller.merchantId, sessionId)
  if (!mayUseTerminal(caller, session.terminalId)) throw notFound('session')
}

const canceled = (caller: MerchantCaller, view: ReturnType<typeof sessionView>) =>
  viewOrResult(clientMay(caller, 'payments.read'), view)

const SESSIONS = { guard: 'merchant', tag: 'Sessions' } as const

export const createSessionRoute = post('/api/sessions', {
  ...SESSIONS,
  permission: 'sessions.create',
  terminals: 'named',
  operation: 'createSession',
  summary: 'Create a session for embedded fields or the hosted page',
  description: 'Use `id` as `sessionId` in the browser, or send the shopper to `hosted_payment_page_url`.',
  body: SessionBody,
  rules: (body, gateway) => [
    ...captureByProblems(body, gateway),
    ...agreementProblems(body, gateway),
    ...threeDsWishProblems(body),
    ...simulatorProblems(gateway, body),
  ],
  answers: { 201: SessionRecord },
  reread: rereadSession,
  handle: async (gateway, { caller, body }) => {
    requireNoStored(caller, {
      'customer.id': body.customer?.id,
      'agreement.id': body.agreement?.id,
      payment_method_ids: body.payment_method_ids && body.payment_method_ids.length > 0,
    })
    const state = await createSession(gateway, { ...sessionOf(body), merchantId: caller.merchantId })
    return answer(sessionView(gateway, state), 201)
  },
})

export const showSessionRoute = get('/api/sessions/:id', {
  ...SESSIONS,
  permission: 'payments.read',
  terminals: 'filtered',
  operation: 'showSession',
  summary: 'Read a session and its payments',
  params: SessionParams,
  answers: { 200: SessionRecord },
  handle: async (gateway, { caller, params }) => {
    const state = await showSession(gateway, caller.merchantId, params.id)
    if (!mayUseTerminal(caller, state.session.terminalId)) throw notFound('session')
    return answer(viewFor(caller, gateway, state))
  },
})

export const cancelSessionRoute = post('/api/sessions/:id/cancel', {
  ...SESSIONS,
  permission: 'sessions.create',
  terminals: 'filtered',
  operation: 'cancelSession',
  summary: 'Cancel an open session',
  description: 'Cancels a payment that waits for the shopper, and admits no new one.',
  params: SessionParams,
  answers: { 200: answerOrResult(SessionRecord) },
  reread: async (gateway, caller, id) => canceled(caller, await rereadSession(gateway, caller, id)),
  handle: async (gateway, { caller, params }) => {
    await requireTerminalOf(gateway, caller, params.id)
    const state = await cancelByMerchant(gateway, caller.merchantId, params.id)
    return answer(canceled(caller, viewFor(caller, gateway, state)))
  },
})

export const listSessionsRoute = get('/api/sessions', {
  ...SESSIONS,
  permission: 'payments.read',
  terminals: 'named',
  operation: 'listSessions',
  summary: 'List sessions, newest first',
  query: SessionListQuery,
  answers: { 200: ListOf(SessionRecord) },
  handle: async (gateway, { caller, query }) => {
    const page = await readSessions(gateway, caller.merchantId, filterOf(SessionListQuery, query), limitOf(query))
    return answer(listView(page, (state) => viewFor(caller, gateway, state)))
  },
})

export const changeSessionRoute = patch('/api/sessions/:id', {
  ...SESSIONS,
  permission: 'sessions.create',
  terminals: 'filtered',
  operation: 'changeSession',
  summary: 'Update an open session',
  description: 'A field that is absent stays as it is. `metadata` is replaced as a whole; null clears it.',
  params: SessionParams,
  body: SessionChangeBody,
  rules: (body, gateway) => simulatorProblems(gateway, body),
  answers: { 200: SessionRecord },
  handle: async (gateway, { caller, params, body }) => {
    await requireTerminalOf(gateway, caller, params.id)
    const state = await changeSession(gateway, caller.merchantId, params.id, readGiven(SessionChangeBody, body))
    return answer(viewFor(caller, gateway, state))
  },
})

import { type Static, Type } from 'typebox'
import { awaitedOf } from '#domain/awaited.ts'
import { NO_CUSTOMER } from '#domain/customer.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { KeptJson } from '#domain/kept-text.ts'
import { parseAmount } from '#domain/money.ts'
import { notFound } from '#domain/problem.ts'
import {
  livePayment,
  representativePayment,
  SESSION_STATUSES,
  type SessionState,
  sessionStatusOf,
} from '#domain/session.ts'
import type { Gateway } from '#flows/gateway.ts'
import { cancelByMerchant } from '#flows/sessions/cancel-by-merchant.ts'
import { changeSession } from '#flows/sessions/change-session.ts'
import { createSession, type NewSession } from '#flows/sessions/create-session.ts'
import { readSessions } from '#flows/sessions/list-sessions.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { AgreementBody, requestedAgreementOf } from '#interface/agreement.ts'
import { CustomerDetails, customerOf } from '#interface/customer.ts'
import { saveCardOf, Tokenization } from '#interface/tokenization.ts'
import { Awaited } from '#interface/transaction.ts'
import {
  Amount,
  Currency,
  CustomerFieldsSchema,
  FreeText,
  Instant,
  ListOf,
  MerchantUrl,
  Metadata,
  NullableString,
  nullable,
  OptionalCountry,
  Paging,
  Reference40,
  UnboundedTerminalId,
} from '#interface/types.ts'
import { clientMay, maySeeCustomers, mayUseTerminal, requireNoStored } from '../request/client-limits.ts'
import { answer, get, patch, post } from '../route.ts'
import { answerOrResult, viewOrResult } from './common/action-result.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { agreementProblems } from './payments/agreement-problems.ts'
import { CaptureBy, captureByOf, captureByProblems } from './payments/capture-by.ts'
import { simulatorProblems } from './payments/rules.ts'
import { THREE_DS_WISHES, threeDsWishesOf, threeDsWishProblems } from './payments/three-ds-wishes.ts'

/** `POST /api/sessions` (docs/reference/sessions.md#the-session). */
const SessionBody = Type.Object({
  terminal_id: UnboundedTerminalId,
  reference: Reference40,
  description: FreeText({ minLength: 1, maxLength: 255 }),
  currency: Currency,
  amount: Amount,
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  return_url: MerchantUrl,
  customer: Type.Optional(CustomerFieldsSchema),
  country: OptionalCountry,
  metadata: Type.Optional(Metadata),
  agreement: Type.Optional(AgreementBody),
  options: Type.Optional(Type.Object({ capture_by: CaptureBy, three_ds: Type.Optional(Type.Object(THREE_DS_WISHES)) })),
  payment_method_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 50,
      description: 'Additional stored cards to offer, with those of `customer.id`.',
    }),
  ),
  tokenization: Tokenization,
})

export type SessionBody = Static<typeof SessionBody>

const SessionChangeBody = Type.Object({
  description: Type.Optional(SessionBody.properties.description),
  metadata: Type.Optional(Type.Unsafe<KeptJson | null>({ ...Metadata, type: ['object', 'null'] })),
})

const SessionListQuery = Type.Object({
  reference: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum([...SESSION_STATUSES])),
  terminal_id: Type.Optional(Type.String()),
  ...Paging,
})

const SessionParams = Type.Object({ id: Type.String({ description: 'Session id.' }) })

const SessionRecord = Type.Object(
  {
    id: Type.String({ description: '`sessionId` in the browser.' }),
    terminal_id: Type.String(),
    reference: Type.String(),
    payment_link_id: nullable(Type.String({ description: 'Payment link that opened it.' })),
    description: Type.String(),
    currency: Type.String(),
    amount: Type.Integer({ format: 'int64' }),
    transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
    return_url: Type.String(),
    customer: CustomerDetails,
    country: NullableString,
    metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    status: Type.Enum([...SESSION_STATUSES]),
    expires_at: Instant,
    hosted_payment_page_url: Type.String({ format: 'uri' }),
    awaiting: Awaited,
    transaction_id: nullable(Type.String({ description: 'The approved payment, else the latest.' })),
    transactions: Type.Array(Type.String(), { description: 'Every payment, newest first.' }),
    created_at: Instant,
  },
  { title: 'Session' },
)

function sessionView(gateway: Gateway, state: SessionState) {
  const { session, payments } = state
  const live = livePayment(state)
  return {
    id: session.sessionId,
    terminal_id: session.terminalId,
    reference: session.reference,
    payment_link_id: session.paymentLinkId,
    description: session.description,
    currency: session.currency,
    amount: exactInteger(session.amount),
    transaction_type: session.transactionType,
    return_url: session.returnUrl,
    customer: CustomerDetails.of(session.customer),
    country: session.country,
    metadata: session.metadata,
    status: sessionStatusOf(state),
    awaiting: live ? awaitedOf(live) : null,
    expires_at: session.expiresAt.toISOString(),
    hosted_payment_page_url: hostedPageUrl(gateway, session.sessionId),
    transaction_id: representativePayment(state)?.id ?? null,
    transactions: payments.map(({ id }) => id),
    created_at: session.createdAt.toISOString(),
  }
}

function viewFor(caller: MerchantCaller, gateway: Gateway, state: SessionState) {
  const session = maySeeCustomers(caller) ? state.session : { ...state.session, customer: NO_CUSTOMER }
  return sessionView(gateway, { ...state, session })
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
    const state = await createSession(gateway, newSessionOf(caller, body))
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
    const { reference, terminal_id: terminalId, status } = query
    const filter = { reference, terminalId, status, after: positionOf(query) }
    const page = await readSessions(gateway, caller.merchantId, filter, limitOf(query))
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
    const state = await changeSession(gateway, caller.merchantId, params.id, body)
    return answer(viewFor(caller, gateway, state))
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
    captureBy: captureByOf(body.options),
    agreement: requestedAgreementOf(body.agreement),
    threeDs: threeDsWishesOf(body.options),
    paymentMethodIds: body.payment_method_ids ?? [],
    saveCard: saveCardOf(body.tokenization),
  }
}

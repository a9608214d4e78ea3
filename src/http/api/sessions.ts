import { type Static, Type } from 'typebox'
import { exactInteger } from '#domain/exact-json.ts'
import { parseAmount } from '#domain/money.ts'
import { notFound } from '#domain/problem.ts'
import { representativePayment, type SaveCard, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { createSession, type NewSession } from '#flows/sessions/create-session.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { maySeeCustomers, mayUseTerminal, requireNoStored } from '../request/client-limits.ts'
import { route } from '../route.ts'
import { customerOf } from './common/fields.ts'
import {
  Amount,
  Currency,
  CustomerFieldsSchema,
  CustomerView,
  FreeText,
  MerchantUrl,
  Metadata,
  NullableString,
  nullable,
  OptionalCountry,
  Reference40,
  UnboundedTerminalId,
} from './common/types.ts'
import { customerView } from './customers.ts'
import { simulatorProblems } from './payments/rules.ts'
import { NO_CUSTOMER } from './transactions/caller-view.ts'

const PaymentMethodId = Type.String({ minLength: 1, maxLength: 255 })

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
  payment_method_ids: Type.Optional(
    Type.Array(PaymentMethodId, {
      maxItems: 50,
      description: 'Additional stored cards to offer, with those of `customer.id`.',
    }),
  ),
  tokenization: Type.Optional(
    Type.Object({
      save_card_for_future_payments: Type.Optional(
        Type.Unsafe<boolean | 'ask'>({ enum: [true, false, 'ask'], description: '`ask` lets the shopper decide.' }),
      ),
    }),
  ),
})

export type SessionBody = Static<typeof SessionBody>

const SessionParams = Type.Object({ id: Type.String({ description: 'Session id.' }) })

/** A session (docs/reference/objects.md#session). */
const SessionRecord = Type.Object(
  {
    id: Type.String({ description: '`sessionId` in the browser.' }),
    terminal_id: Type.String(),
    reference: Type.String(),
    description: Type.String(),
    currency: Type.String(),
    amount: Type.Integer({ format: 'int64' }),
    transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
    return_url: Type.String(),
    customer: CustomerView,
    country: NullableString,
    metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    status: Type.Enum(['CREATED', 'PENDING', 'APPROVED', 'CANCELED', 'SESSION_EXPIRED']),
    expires_at: Type.String({ format: 'date-time' }),
    hosted_payment_page_url: Type.String({ format: 'uri' }),
    transaction_id: nullable(Type.String({ description: 'The approved payment, else the latest.' })),
    transactions: Type.Array(Type.String(), { description: 'Every payment, newest first.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Session' },
)

/** A session as the merchant sees it (docs/reference/objects.md#session). */
function sessionView(state: SessionState, hostedPaymentPageUrl: string) {
  const { session, payments } = state
  return {
    id: session.sessionId,
    terminal_id: session.terminalId,
    reference: session.reference,
    description: session.description,
    currency: session.currency,
    amount: exactInteger(session.amount),
    transaction_type: session.transactionType,
    return_url: session.returnUrl,
    customer: customerView(session.customer),
    country: session.country,
    metadata: session.metadata,
    status: sessionStatusOf(state),
    expires_at: session.expiresAt.toISOString(),
    hosted_payment_page_url: hostedPaymentPageUrl,
    transaction_id: representativePayment(state)?.id ?? null,
    transactions: payments.map(({ id }) => id),
    created_at: session.createdAt.toISOString(),
  }
}

export const createSessionRoute = route({
  method: 'POST',
  path: '/api/sessions',
  guard: 'merchant',
  permission: 'sessions.create',
  terminals: 'named',
  tag: 'Sessions',
  operation: 'createSession',
  summary: 'Create a session for embedded fields or the hosted page',
  description: 'Use `id` as `sessionId` in the browser, or send the shopper to `hosted_payment_page_url`.',
  body: SessionBody,
  rules: (body, gateway) => simulatorProblems(gateway, body),
  answers: { 201: SessionRecord },
  handle: async (gateway, { caller, body }) => {
    requireNoStored(caller, {
      'customer.id': body.customer?.id,
      payment_method_ids: body.payment_method_ids && body.payment_method_ids.length > 0,
    })
    const state = await createSession(gateway, newSessionOf(caller, body))
    return { status: 201, json: sessionView(state, hostedPageUrl(gateway, state.session.sessionId)) }
  },
})

export const showSessionRoute = route({
  method: 'GET',
  path: '/api/sessions/:id',
  guard: 'merchant',
  permission: 'payments.read',
  terminals: 'filtered',
  tag: 'Sessions',
  operation: 'showSession',
  summary: 'Read a session and its payments',
  params: SessionParams,
  answers: { 200: SessionRecord },
  handle: async (gateway, { caller, params }) => {
    const state = await showSession(gateway, caller.merchantId, params.id)
    if (!mayUseTerminal(caller, state.session.terminalId)) throw notFound('session')
    const session = maySeeCustomers(caller) ? state.session : { ...state.session, customer: NO_CUSTOMER }
    return { status: 200, json: sessionView({ ...state, session }, hostedPageUrl(gateway, params.id)) }
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

import type { Static } from 'typebox'
import type { Acquirer, Requestor } from '#domain/authentication.ts'
import type { CardTestingSetting } from '#domain/card-testing.ts'
import { changeTerminal, createTerminal, showTerminal, showTerminals } from '#flows/admin/terminals.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import {
  ChangeTerminalBody,
  CreateTerminalBody,
  ListQuery,
  MerchantParams,
  TerminalAnswer,
  TerminalList,
  TerminalParams,
  type ThreeDsBody,
} from './schemas.ts'
import { terminalView } from './views.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: terminals' } as const

export const createTerminalRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/terminals',
  operation: 'adminCreateTerminal',
  summary: 'Create a terminal',
  params: MerchantParams,
  body: CreateTerminalBody,
  answers: { 201: TerminalAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const wanted = { ...changesOf(body), name: body.name }
    return { status: 201, json: terminalView(await createTerminal(gateway, actor, params.id, wanted)) }
  },
})

export const listTerminalsRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants/:id/terminals',
  operation: 'adminListTerminals',
  summary: 'List the terminals of a merchant',
  params: MerchantParams,
  query: ListQuery,
  answers: { 200: TerminalList },
  handle: async (gateway, { params, query }) => {
    const page = await showTerminals(gateway, params.id, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, terminalView) }
  },
})

export const showTerminalRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/terminals/:id',
  operation: 'adminShowTerminal',
  summary: 'Show a terminal',
  params: TerminalParams,
  answers: { 200: TerminalAnswer },
  handle: async (gateway, { params }) => {
    return { status: 200, json: terminalView(await showTerminal(gateway, params.id)) }
  },
})

export const changeTerminalRoute = route({
  ...ADMIN,
  method: 'PATCH',
  path: '/admin/terminals/:id',
  operation: 'adminChangeTerminal',
  summary: 'Update a terminal',
  params: TerminalParams,
  body: ChangeTerminalBody,
  answers: { 200: TerminalAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const wanted = { ...changesOf(body), name: body.name, status: body.status }
    return { status: 200, json: terminalView(await changeTerminal(gateway, actor, params.id, wanted)) }
  },
})

function changesOf(body: Omit<Static<typeof CreateTerminalBody>, 'name'>) {
  return {
    currencies: body.currencies,
    transactionTypes: body.transaction_types,
    paymentMethods: body.payment_methods,
    providerAccounts: body.provider_accounts,
    allowedOrigins: body.allowed_origins,
    allowUnauthenticated: body.allow_unauthenticated,
    acceptsPayments: body.accepts_payments,
    cardTestingLimit: limitSettingOf(body.card_testing_limit),
    threeDs: body.three_ds && requestorOf(body.three_ds),
  }
}

/** Null means no limit; an absent field stays as it is. */
function limitSettingOf(
  limit: Static<typeof CreateTerminalBody>['card_testing_limit'],
): CardTestingSetting | undefined {
  if (!limit) return limit === null ? 'off' : undefined
  return { cards: limit.cards, windowSeconds: limit.window_seconds }
}

function requestorOf(body: ThreeDsBody): Requestor {
  const networks = Object.entries(body.networks ?? {})
  return {
    url: body.requestor_url,
    merchantName: body.merchant_name,
    merchantCategoryCode: body.merchant_category_code,
    merchantCountry: body.merchant_country,
    acquirer: acquirerOf(body),
    acquirerByNetwork: Object.fromEntries(networks.map(([network, acquirer]) => [network, acquirerOf(acquirer)])),
  }
}

function acquirerOf(body: Pick<ThreeDsBody, 'acquirer_bin' | 'acquirer_merchant_id'>): Acquirer {
  return { bin: body.acquirer_bin, merchantId: body.acquirer_merchant_id }
}

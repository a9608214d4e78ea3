import type { Static } from 'typebox'
import { NO_CUSTOMER } from '#domain/customer.ts'
import { parseAmount } from '#domain/money.ts'
import type { PaymentLinkState } from '#domain/payment-link.ts'
import { LINK_METHODS } from '#domain/payment-methods.ts'
import { notFound, type Problem, problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { changePaymentLink } from '#flows/payment-links/change-payment-link.ts'
import { createPaymentLink } from '#flows/payment-links/create-payment-link.ts'
import { readPaymentLinks, showPaymentLink } from '#flows/payment-links/read-payment-links.ts'
import { sendPaymentLink } from '#flows/payment-links/send-payment-link.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import {
  PaymentLinkBody,
  PaymentLinkChangeBody,
  PaymentLinkListQuery,
  PaymentLinkParams,
  PaymentLinkRecord,
  paymentLinkChangeOf,
  paymentLinkOf,
  paymentLinkView,
  SendPaymentLinkBody,
} from '#interface/payment-link.ts'
import { readBody } from '#interface/read.ts'
import { ListOf } from '#interface/types.ts'
import { maySeeCustomers, mayUseTerminal, requireNoStored } from '../request/client-limits.ts'
import { answer, get, patch, post, type ValidParts } from '../route.ts'
import { filterOf, limitOf, listView } from './common/paging.ts'
import { agreementProblems } from './payments/agreement-problems.ts'
import { simulatorProblems } from './payments/rules.ts'

type Body = Static<typeof PaymentLinkBody>

const LINKS = { guard: 'merchant', tag: 'Payment links' } as const

export const createPaymentLinkRoute = post('/api/payment-links', {
  ...LINKS,
  permission: 'links.manage',
  terminals: 'named',
  operation: 'createPaymentLink',
  summary: 'Create a payment link',
  description: 'Send `url` to the shopper, or print `qr_url`.',
  body: PaymentLinkBody,
  rules: (body, gateway) => [
    ...amountProblems(body),
    ...methodProblems(body),
    ...agreementProblems(body, gateway),
    ...simulatorProblems(gateway, body),
  ],
  answers: { 201: PaymentLinkRecord },
  reread: async (gateway, caller, id) => viewFor(caller, gateway, await visibleLink(gateway, caller, id)),
  handle: async (gateway, { caller, actor, body }) => {
    requireNoStored(caller, { 'customer.id': body.customer?.id, 'agreement.id': body.agreement?.id })
    const state = await createPaymentLink(gateway, actor, { ...paymentLinkOf(body), merchantId: caller.merchantId })
    return answer(viewFor(caller, gateway, state), 201)
  },
})

export const listPaymentLinksRoute = get('/api/payment-links', {
  ...LINKS,
  permission: 'links.read',
  terminals: 'named',
  operation: 'listPaymentLinks',
  summary: 'List payment links, newest first',
  query: PaymentLinkListQuery,
  answers: { 200: ListOf(PaymentLinkRecord) },
  handle: async (gateway, { caller, query }) => {
    const filter = filterOf(PaymentLinkListQuery, query)
    const page = await readPaymentLinks(gateway, caller.merchantId, filter, limitOf(query))
    return answer(listView(page, (state) => viewFor(caller, gateway, state)))
  },
})

export const showPaymentLinkRoute = get('/api/payment-links/:id', {
  ...LINKS,
  permission: 'links.read',
  terminals: 'filtered',
  operation: 'showPaymentLink',
  summary: 'Read a payment link',
  params: PaymentLinkParams,
  answers: { 200: PaymentLinkRecord },
  handle: async (gateway, { caller, params }) =>
    answer(viewFor(caller, gateway, await visibleLink(gateway, caller, params.id))),
})

export const changePaymentLinkRoute = patch('/api/payment-links/:id', {
  ...LINKS,
  permission: 'links.manage',
  terminals: 'filtered',
  operation: 'changePaymentLink',
  summary: 'Update, disable or enable a payment link',
  description: 'A field that is absent stays as it is. The price and the terminal cannot change.',
  params: PaymentLinkParams,
  body: PaymentLinkChangeBody,
  rules: (body) => fixedProblems(body),
  answers: { 200: PaymentLinkRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    await visibleLink(gateway, caller, params.id)
    const state = await changePaymentLink(gateway, actor, caller.merchantId, params.id, paymentLinkChangeOf(body))
    return answer(viewFor(caller, gateway, state))
  },
})

export const sendPaymentLinkRoute = post('/api/payment-links/:id/send', {
  ...LINKS,
  permission: 'links.manage',
  terminals: 'filtered',
  operation: 'sendPaymentLink',
  summary: 'Send a payment link by email',
  description: 'In the language of the link, else that of the merchant’s country. At most 20 times in 24 hours.',
  params: PaymentLinkParams,
  body: SendPaymentLinkBody,
  answers: { 200: PaymentLinkRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    await visibleLink(gateway, caller, params.id)
    const { email } = readBody(SendPaymentLinkBody, body)
    return answer(viewFor(caller, gateway, await sendPaymentLink(gateway, actor, caller.merchantId, params.id, email)))
  },
})

function viewFor(caller: MerchantCaller, gateway: Gateway, state: PaymentLinkState) {
  const link = maySeeCustomers(caller) ? state.link : { ...state.link, customer: NO_CUSTOMER }
  return paymentLinkView({ ...state, link }, gateway.settings.baseUrl)
}

/** @throws RequestError 404 also if the link is of a terminal that the caller may not use */
async function visibleLink(gateway: Gateway, caller: MerchantCaller, id: string): Promise<PaymentLinkState> {
  const state = await showPaymentLink(gateway, caller.merchantId, id)
  if (!mayUseTerminal(caller, state.link.terminalId)) throw notFound('payment link')
  return state
}

function amountProblems({ amount, amount_min: min, amount_max: max }: ValidParts<Body>): Problem[] {
  const limits = Object.entries({ amount_min: min ?? null, amount_max: max ?? null })
  if (amount === undefined && limits.every(([, limit]) => limit === null)) {
    return [problem('amount', 'Add an amount, or null with amount_min and amount_max.')]
  }
  const isFree = (amount ?? null) === null
  const wrong = limits.filter(([, limit]) => (limit === null) === isFree)
  const message = isFree ? 'Add this field; the shopper enters the amount.' : 'Omit this field; the amount is fixed.'
  if (wrong.length > 0) return wrong.map(([property]) => problem(property, message))
  if (!isFree || parseAmount(min)! <= parseAmount(max)!) return []
  return [{ property: 'amount_max', message: 'Use amount_min or more.', params: [String(parseAmount(min))] }]
}

function methodProblems({ payment_methods: methods }: ValidParts<Body>): Problem[] {
  const message = `Use one of ${LINK_METHODS.join(', ')}.`
  return (methods ?? []).flatMap((method, index) =>
    LINK_METHODS.includes(method!) ? [] : [{ property: `payment_methods.${index}`, message, params: LINK_METHODS }],
  )
}

const CHANGEABLE = Object.keys(PaymentLinkChangeBody.properties)
const FIXED = Object.keys(PaymentLinkBody.properties).filter((field) => !CHANGEABLE.includes(field))

function fixedProblems(body: object): Problem[] {
  const message = 'Omit this field; it cannot change. Create another link.'
  return FIXED.filter((field) => field in body).map((property) => problem(property, message))
}

import { Type } from 'typebox'
import { AGREEMENT_STATUSES } from '#domain/agreement.ts'
import { parseAmount } from '#domain/money.ts'
import { importAgreement } from '#flows/agreements/import-agreement.ts'
import { changeAgreement, listMerchantAgreements, showAgreement } from '#flows/agreements/index.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { Currency, ListOf, Paging } from '../common/types.ts'
import { AgreementRecord, TERMS } from './schemas.ts'
import { termProblems, termsOf } from './terms.ts'

const AgreementParams = Type.Object({ id: Type.String({ description: 'Agreement ID.' }) })

const AgreementListQuery = Type.Object({
  status: Type.Optional(Type.Enum([...AGREEMENT_STATUSES])),
  customer_id: Type.Optional(Type.String()),
  payment_method_id: Type.Optional(Type.String({ description: 'Token of the stored card.' })),
  ...Paging,
})

/** `POST /api/agreements` (docs/reference/agreements.md#import). */
const ImportBody = Type.Object({
  payment_method_id: Type.String({ minLength: 1, maxLength: 255, description: 'Token of the stored card.' }),
  currency: Currency,
  network_transaction_id: Type.String({
    pattern: '^[A-Za-z0-9]{8,40}$',
    description: "The scheme's ID of the payment that the shopper was present for: 8 to 40 letters or digits.",
  }),
  accepted_at: Type.String({ format: 'date-time', description: 'When the shopper agreed.' }),
  ...TERMS,
})

/** `PATCH /api/agreements/{id}` (docs/reference/agreements.md#changes). */
const ChangeBody = Type.Object({
  status: Type.Optional(Type.Enum(['CANCELED', 'ACTIVE'], { description: 'CANCELED is permanent.' })),
  description: Type.Optional(TERMS.description),
  max_amount: Type.Optional(Type.Unsafe<unknown>({ ...TERMS.max_amount, description: 'Only downward.' })),
})

const AGREEMENTS = { guard: 'merchant', tag: 'Agreements' } as const

export const listAgreementsRoute = route({
  ...AGREEMENTS,
  method: 'GET',
  path: '/api/agreements',
  permission: 'agreements.read',
  operation: 'listAgreements',
  summary: 'List agreements, newest first',
  query: AgreementListQuery,
  answers: { 200: ListOf(AgreementRecord) },
  handle: async (gateway, { caller, query }) => {
    const { status, customer_id: customerId, payment_method_id: paymentMethodId } = query
    const filter = { status, customerId, paymentMethodId, after: positionOf(query) }
    const page = await listMerchantAgreements(gateway, caller.merchantId, filter, limitOf(query))
    return { status: 200, json: listView(page, (agreement) => agreement) }
  },
})

export const showAgreementRoute = route({
  ...AGREEMENTS,
  method: 'GET',
  path: '/api/agreements/:id',
  permission: 'agreements.read',
  operation: 'showAgreement',
  summary: 'Read an agreement',
  params: AgreementParams,
  answers: { 200: AgreementRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: await showAgreement(gateway, caller.merchantId, params.id) }
  },
})

export const importAgreementRoute = route({
  ...AGREEMENTS,
  method: 'POST',
  path: '/api/agreements',
  permission: 'agreements.manage',
  operation: 'importAgreement',
  summary: 'Import an agreement that a shopper made elsewhere',
  body: ImportBody,
  rules: (body, gateway) => termProblems(body, gateway, ''),
  answers: { 201: AgreementRecord },
  reread: (gateway, caller, id) => showAgreement(gateway, caller.merchantId, id),
  handle: async (gateway, { caller, actor, body }) => {
    const imported = {
      ...termsOf(body),
      paymentMethodId: body.payment_method_id,
      currency: body.currency,
      networkTransactionId: body.network_transaction_id,
      acceptedAt: new Date(body.accepted_at),
    }
    return { status: 201, json: await importAgreement(gateway, actor, caller.merchantId, imported) }
  },
})

export const changeAgreementRoute = route({
  ...AGREEMENTS,
  method: 'PATCH',
  path: '/api/agreements/:id',
  permission: 'agreements.manage',
  operation: 'changeAgreement',
  summary: 'Cancel an agreement, or lower its limit',
  params: AgreementParams,
  body: ChangeBody,
  answers: { 200: AgreementRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const { status, description, max_amount: written } = body
    const maxAmount = written === undefined ? undefined : parseAmount(written)
    const change = { status, description, maxAmount }
    return { status: 200, json: await changeAgreement(gateway, actor, caller.merchantId, params.id, change) }
  },
})

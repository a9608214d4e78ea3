import { importAgreement } from '#flows/agreements/import-agreement.ts'
import { changeAgreement, listMerchantAgreements, showAgreement } from '#flows/agreements/index.ts'
import {
  AgreementChangeBody,
  AgreementImportBody,
  AgreementListQuery,
  AgreementParams,
  AgreementRecord,
} from '#interface/agreement.ts'
import { readBody, readGiven } from '#interface/read.ts'
import { ListOf } from '#interface/types.ts'
import { answer, get, patch, post } from '../route.ts'
import { filterOf, limitOf, listView } from './common/paging.ts'
import { termProblems } from './payments/agreement-problems.ts'

const AGREEMENTS = { guard: 'merchant', tag: 'Agreements' } as const

export const listAgreementsRoute = get('/api/agreements', {
  ...AGREEMENTS,
  permission: 'agreements.read',
  operation: 'listAgreements',
  summary: 'List agreements, newest first',
  query: AgreementListQuery,
  answers: { 200: ListOf(AgreementRecord) },
  handle: async (gateway, { caller, query }) => {
    const filter = filterOf(AgreementListQuery, query)
    const page = await listMerchantAgreements(gateway, caller.merchantId, filter, limitOf(query))
    return answer(listView(page, AgreementRecord.of))
  },
})

export const showAgreementRoute = get('/api/agreements/:id', {
  ...AGREEMENTS,
  permission: 'agreements.read',
  operation: 'showAgreement',
  summary: 'Read an agreement',
  params: AgreementParams,
  answers: { 200: AgreementRecord },
  handle: async (gateway, { caller, params }) =>
    answer(AgreementRecord.of(await showAgreement(gateway, caller.merchantId, params.id))),
})

export const importAgreementRoute = post('/api/agreements', {
  ...AGREEMENTS,
  permission: 'agreements.manage',
  operation: 'importAgreement',
  summary: 'Import an agreement that a shopper made elsewhere',
  body: AgreementImportBody,
  rules: (body, gateway) => termProblems(body, gateway, ''),
  answers: { 201: AgreementRecord },
  reread: async (gateway, caller, id) => AgreementRecord.of(await showAgreement(gateway, caller.merchantId, id)),
  handle: async (gateway, { caller, actor, body }) => {
    const imported = readBody(AgreementImportBody, body)
    const agreement = await importAgreement(gateway, actor, caller.merchantId, imported)
    return answer(AgreementRecord.of(agreement), 201)
  },
})

export const changeAgreementRoute = patch('/api/agreements/:id', {
  ...AGREEMENTS,
  permission: 'agreements.manage',
  operation: 'changeAgreement',
  summary: 'Cancel an agreement, or lower its limit',
  params: AgreementParams,
  body: AgreementChangeBody,
  answers: { 200: AgreementRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const change = readGiven(AgreementChangeBody, body)
    const changed = await changeAgreement(gateway, actor, caller.merchantId, params.id, change)
    return answer(AgreementRecord.of(changed))
  },
})

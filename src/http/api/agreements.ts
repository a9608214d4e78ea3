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
import { get, patch, post } from '../route.ts'
import { filterOf, limitOf } from './common/paging.ts'
import { termProblems } from './payments/agreement-problems.ts'

const AGREEMENTS = { guard: 'merchant', tag: 'Agreements' } as const

export const listAgreementsRoute = get('/api/agreements', {
  ...AGREEMENTS,
  permission: 'agreements.read',
  operation: 'listAgreements',
  summary: 'List agreements, newest first',
  query: AgreementListQuery,
  lists: AgreementRecord,
  handle: (gateway, { caller, query }) =>
    listMerchantAgreements(gateway, caller.merchantId, filterOf(AgreementListQuery, query), limitOf(query)),
})

export const showAgreementRoute = get('/api/agreements/:id', {
  ...AGREEMENTS,
  permission: 'agreements.read',
  operation: 'showAgreement',
  summary: 'Read an agreement',
  params: AgreementParams,
  shows: AgreementRecord,
  handle: (gateway, { caller, params }) => showAgreement(gateway, caller.merchantId, params.id),
})

export const importAgreementRoute = post('/api/agreements', {
  ...AGREEMENTS,
  permission: 'agreements.manage',
  operation: 'importAgreement',
  summary: 'Import an agreement that a shopper made elsewhere',
  body: AgreementImportBody,
  rules: (body, gateway) => termProblems(body, gateway, ''),
  creates: AgreementRecord,
  reread: async (gateway, caller, id) => AgreementRecord.of(await showAgreement(gateway, caller.merchantId, id)),
  handle: (gateway, { caller, actor, body }) =>
    importAgreement(gateway, actor, caller.merchantId, readBody(AgreementImportBody, body)),
})

export const changeAgreementRoute = patch('/api/agreements/:id', {
  ...AGREEMENTS,
  permission: 'agreements.manage',
  operation: 'changeAgreement',
  summary: 'Cancel an agreement, or lower its limit',
  params: AgreementParams,
  body: AgreementChangeBody,
  shows: AgreementRecord,
  handle: (gateway, { caller, actor, params, body }) =>
    changeAgreement(gateway, actor, caller.merchantId, params.id, readGiven(AgreementChangeBody, body)),
})

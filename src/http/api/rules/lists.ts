import { type Static, Type } from 'typebox'
import { LIST_KINDS, type ListKind } from '#domain/list-entry.ts'
import { type Problem, problem } from '#domain/problem.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import { importList } from '#flows/rules/import-list.ts'
import { addListEntry, addPayer, readList, removeListEntry } from '#flows/rules/lists.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import {
  AddedPayer,
  ListEntriesQuery,
  ListEntryBody,
  ListEntryParams,
  ListEntryRecord,
  ListImport,
  ListParams,
} from '#interface/list-entry.ts'
import { readBody } from '#interface/read.ts'
import { ListOf } from '#interface/types.ts'
import { maySeeCustomers, requireCustomers } from '../../request/client-limits.ts'
import { answer, del, done, get, post, type ValidParts } from '../../route.ts'
import { filterOf, limitOf, listView } from '../common/paging.ts'
import { linesOf, listOf } from './list-lines.ts'

const LIST_ROUTES = { guard: 'merchant', tag: 'Lists and reviews' } as const

export const listEntriesRoute = get('/api/lists/:list', {
  ...LIST_ROUTES,
  permission: 'rules.read',
  operation: 'listListEntries',
  summary: 'Read the block list or the allow list, newest first',
  params: ListParams,
  query: ListEntriesQuery,
  answers: { 200: ListOf(ListEntryRecord) },
  handle: async (gateway, { caller, params, query }) => {
    const filter = filterOf(ListEntriesQuery, query)
    if (filter.value !== undefined) requireCustomersFor(caller, filter.kind ? [filter.kind] : LIST_KINDS)
    const page = await readList(gateway, caller.merchantId, listOf(params), filter, limitOf(query))
    const seesCustomers = maySeeCustomers(caller)
    return answer(listView(page, (entry) => ListEntryRecord.of({ ...entry, seesCustomers })))
  },
})

export const addListEntryRoute = post('/api/lists/:list', {
  ...LIST_ROUTES,
  permission: 'lists.manage',
  operation: 'addListEntry',
  summary: 'Add a value to a list, or who made a payment',
  description: 'A value that is on the list already gets the new reason and expiry time.',
  params: ListParams,
  body: ListEntryBody,
  rules: (body) => oneWayProblems(body),
  answers: { 201: Type.Union([ListEntryRecord, AddedPayer]) },
  handle: async (gateway, { caller, actor, params, body }) => {
    const change = { actor, merchantId: caller.merchantId, list: listOf(params) }
    const { kind, value, transactionId, kinds, ...terms } = readBody(ListEntryBody, body)
    requireCustomersFor(caller, kinds ?? [kind!])
    if (transactionId === null) {
      const entry = await addListEntry(gateway, change, { kind: kind!, value: value!, ...terms })
      return answer(ListEntryRecord.of({ ...entry, seesCustomers: true }), 201)
    }
    const { items, skipped } = await addPayer(gateway, change, { transactionId, kinds: kinds!, ...terms })
    const seen = items.map((entry) => ({ ...entry, seesCustomers: true }))
    return answer(AddedPayer.of({ items: seen, skipped }), 201)
  },
})

export const removeListEntryRoute = del('/api/lists/:list/:id', {
  ...LIST_ROUTES,
  permission: 'lists.manage',
  operation: 'removeListEntry',
  summary: 'Remove an entry from a list',
  description: 'It decides no payment that begins after the response.',
  params: ListEntryParams,
  handle: (gateway, { caller, actor, params }) =>
    done(removeListEntry(gateway, { actor, merchantId: caller.merchantId, list: listOf(params) }, params.id)),
})

export const importListRoute = post('/api/lists/:list/import', {
  ...LIST_ROUTES,
  permission: 'lists.manage',
  operation: 'importListEntries',
  summary: 'Add up to 50,000 entries from a CSV file',
  description: 'The header is `kind,value,reason,expires_at`. Bad lines are named, all others are taken.',
  takes: 'csv',
  params: ListParams,
  body: Type.String({ examples: ['kind,value,reason,expires_at\r\ncountry,KP,,\r\n'] }),
  answers: { 200: ListImport },
  handle: async (gateway, { caller, actor, params, body }) => {
    const lines = linesOf(gateway, body, (kind) => requireCustomersFor(caller, [kind]))
    const change = { actor, merchantId: caller.merchantId, list: listOf(params) }
    return answer(await importList(gateway, change, lines))
  },
})

/** Requires access to customers, whom the hits of an entry reveal. @throws RequestError `not-permitted` */
export function requireCustomersFor(caller: MerchantCaller, kinds: readonly ListKind[]): void {
  if (kinds.some((field) => isAboutPerson({ field }))) requireCustomers(caller)
}

function oneWayProblems(body: ValidParts<Static<typeof ListEntryBody>>): Problem[] {
  const byPayment = body.transaction_id !== undefined
  const needed = byPayment ? (['kinds'] as const) : (['kind', 'value'] as const)
  const wrong = byPayment ? (['kind', 'value'] as const) : (['kinds'] as const)
  const hint = byPayment ? 'Omit this field, or transaction_id.' : 'Omit this field, or add transaction_id.'
  return [
    ...needed.filter((field) => body[field] === undefined).map((field) => problem(field, 'Add this field.')),
    ...wrong.filter((field) => body[field] !== undefined).map((field) => problem(field, hint)),
  ]
}

import { Type } from 'typebox'
import { LIST_KINDS, type ListName } from '#domain/list-entry.ts'
import type { Gateway } from '#flows/gateway.ts'
import { importList } from '#flows/rules/import-list.ts'
import { addListEntry, readList, removeListEntry } from '#flows/rules/lists.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { linesOf, termsOf } from '#http/api/rules/list-lines.ts'
import { ListEntryParams, ListLineSchema, ListParams, listOf } from '#http/api/rules/list-schemas.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { validated } from '../shell/form-action.ts'
import { DASHBOARD_PAGE_SIZE, endOfDay, oneOf, pageLinks, QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { successMessages } from '../shell/success-messages.ts'
import { listPath, listsPage, MOST_CHARACTERS } from './page.ts'

const MANAGE = { guard: 'person', permission: 'lists.manage' } as const
const PATH = '/dashboard/lists/:list'

type Query = Readonly<Partial<Record<'q' | 'kind' | 'cursor', string>>>

async function listView(gateway: Gateway, caller: PersonCaller, name: ListName, query: Query) {
  const [value, kind] = [trimOrUndefined(query.q), oneOf(query.kind, LIST_KINDS)]
  const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
  const page = await readList(gateway, requireMerchant(caller), name, { kind, value, after }, DASHBOARD_PAGE_SIZE)
  const filters = { q: value ?? '', kind: kind ?? '' }
  return { name, entries: page.items, filters, beside: pageLinks(listPath(name), { ...query }, page.next) }
}

const doneWith = successMessages({ added: 'Entry added.', removed: 'Entry removed.', imported: 'File imported.' })

const listRoute = route({
  ...MANAGE,
  method: 'GET',
  path: PATH,
  summary: 'Entries of a list',
  params: ListParams,
  query: Type.Object({ q: QueryText, kind: QueryText, cursor: QueryText, done: QueryText }),
  handle: async (gateway, { caller, params, query: { done, ...query } }) =>
    listsPage(caller, { ...(await listView(gateway, caller, listOf(params), query)), done: doneWith(done) }),
})

const addRoute = route({
  ...MANAGE,
  method: 'POST',
  path: PATH,
  summary: 'Add an entry to a list',
  params: ListParams,
  body: Type.Object({ kind: QueryText, value: QueryText, reason: QueryText, expires_at: QueryText }),
  again: async (gateway, { caller, params, body: form }, problems) =>
    listsPage(caller, { ...(await listView(gateway, caller, listOf(params), {})), form, problems }),
  handle: async (gateway, { caller, actor, params, body }) => {
    const { kind, value = '', reason, expires_at: day } = body
    const list = listOf(params)
    const entered = {
      kind,
      value: value.trim(),
      reason: reason || null,
      expires_at: day ? endOfDay(caller.timeZone, day) : null,
    }
    const entry = validated(gateway, ListLineSchema, entered)
    const change = { actor, merchantId: requireMerchant(caller), list }
    await addListEntry(gateway, change, { kind: entry.kind, value: entry.value, ...termsOf(entry) })
    return { status: 303, location: `${listPath(list)}?done=added` }
  },
})

const importRoute = route({
  ...MANAGE,
  method: 'POST',
  path: `${PATH}/import`,
  summary: 'Import entries of a list',
  holdsFile: true,
  params: ListParams,
  body: Type.Object({ csv: Type.String({ maxLength: MOST_CHARACTERS }) }),
  again: async (gateway, { caller, params, body }, problems) => {
    const ofFile = problems.map(({ message }) => ({ field: 'csv', message }))
    return listsPage(caller, { ...(await listView(gateway, caller, listOf(params), {})), form: body, problems: ofFile })
  },
  handle: async (gateway, { caller, actor, params, body }) => {
    const list = listOf(params)
    const change = { actor, merchantId: requireMerchant(caller), list }
    const imported = await importList(
      gateway,
      change,
      linesOf(gateway, body.csv, () => {}),
    )
    if (imported.errors.length === 0) return { status: 303, location: `${listPath(list)}?done=imported` }
    return listsPage(caller, { ...(await listView(gateway, caller, list, {})), imported })
  },
})

const removeRoute = route({
  ...MANAGE,
  method: 'POST',
  path: `${PATH}/:id/remove`,
  summary: 'Remove an entry from a list',
  params: ListEntryParams,
  handle: async (gateway, { caller, actor, params }) => {
    const list = listOf(params)
    await removeListEntry(gateway, { actor, merchantId: requireMerchant(caller), list }, params.id)
    return { status: 303, location: `${listPath(list)}?done=removed` }
  },
})

export const listRoutes = [listRoute, addRoute, importRoute, removeRoute]

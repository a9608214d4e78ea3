import { Type } from 'typebox'
import { chooseMerchantOf, findForPlatform } from '#flows/dashboard/find-transaction.ts'
import { route } from '#http/route.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { findPage } from './page.ts'

const PATH = '/dashboard/find'
const LOOK_UP = { guard: 'person', permission: 'platform.read' } as const

const findRoute = route({
  ...LOOK_UP,
  method: 'GET',
  path: PATH,
  summary: 'Find a transaction of any merchant',
  query: Type.Object({ q: QueryText }),
  handle: async (gateway, { caller, actor, query }) => {
    const q = trimOrUndefined(query.q)
    if (q === undefined) return findPage(caller, { q: '', found: [] })
    return findPage(caller, { q, found: await ifAvailable(findForPlatform(gateway, actor, { typed: q, path: PATH })) })
  },
})

/** Chooses its merchant, so that the page of the transaction opens under the banner. */
const openRoute = route({
  ...LOOK_UP,
  method: 'POST',
  path: `${PATH}/open`,
  summary: 'Open a matching transaction',
  body: Type.Object({ transaction_id: Type.String({ maxLength: 64 }) }),
  again: (_gateway, { caller, body }, problems) =>
    findPage(caller, { q: body.transaction_id ?? '', found: [], problems }),
  handle: async (gateway, { caller, actor, body: { transaction_id: id } }) => {
    await chooseMerchantOf(gateway, actor, caller, id)
    return { status: 303, location: `/dashboard/transactions/${encodeURIComponent(id)}` }
  },
})

export const findRoutes = [findRoute, openRoute]

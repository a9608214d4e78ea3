import { Type } from 'typebox'
import { invalid } from '#domain/problem.ts'
import { changeMerchant, createMerchant, showMerchants } from '#flows/admin/merchants.ts'
import { chooseMerchant } from '#flows/dashboard/choose-merchant.ts'
import type { Gateway } from '#flows/gateway.ts'
import { CreateMerchantBody, changesOf, MerchantParams } from '#http/api/admin/merchants.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { route } from '#http/route.ts'
import { fieldsOf, MerchantForm, toMerchantChange } from '../settings/merchant-form.ts'
import { validated } from '../shell/form-action.ts'
import { DASHBOARD_PAGE_SIZE, pageLinks, QueryText } from '../shell/list-query.ts'
import { successMessages } from '../shell/success-messages.ts'
import { merchantsPage } from './page.ts'

const PATH = '/dashboard/merchants'

async function listView(gateway: Gateway, query: { readonly cursor?: string }) {
  const { items, next } = await showMerchants(gateway, positionOf(query), DASHBOARD_PAGE_SIZE)
  return { merchants: items, beside: pageLinks(PATH, query, next) }
}

const doneWith = successMessages({
  created:
    'Merchant created. Its owner gets a client secret under Keys. Select it to add terminals and provider accounts.',
  saved: 'Saved. Applies to all new requests.',
})

const merchantsRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'platform.read',
  summary: 'Merchants',
  query: Type.Object({ cursor: QueryText, done: QueryText }),
  handle: async (gateway, { caller, query: { done, ...query } }) =>
    merchantsPage(caller, { ...(await listView(gateway, query)), done: doneWith(done) }),
})

const createRoute = route({
  method: 'POST',
  path: PATH,
  guard: 'person',
  permission: 'merchants.manage',
  summary: 'Create a merchant',
  body: MerchantForm,
  again: async (gateway, { caller, body }, problems) =>
    merchantsPage(caller, { ...(await listView(gateway, {})), typed: fieldsOf(body), problems }),
  handle: async (gateway, { actor, body }) => {
    const wanted = validated(gateway, CreateMerchantBody, toMerchantChange(fieldsOf(body)))
    await createMerchant(gateway, actor, { ...changesOf(wanted), name: wanted.name })
    return { status: 303, location: `${PATH}?done=created` }
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  route({
    method: 'POST',
    path: `${PATH}/:id/${does}`,
    guard: 'person',
    permission: 'merchants.manage',
    summary: `${does === 'deactivate' ? 'Deactivate' : 'Activate'} a merchant`,
    params: MerchantParams,
    handle: async (gateway, { actor, params: { id } }) => {
      await changeMerchant(gateway, actor, id, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
      return { status: 303, location: `${PATH}?done=saved` }
    },
  }),
)

/** Another merchant of one's own, or for people of the platform any, or none again. */
const chooseRoute = route({
  method: 'POST',
  path: '/dashboard/choose',
  guard: 'person',
  permission: 'own',
  summary: 'Choose a merchant',
  body: Type.Object({ merchant_id: QueryText }),
  again: async (gateway, { caller }, problems) => {
    // It stands on every page and nothing is typed into it; those of a merchant have no list of merchants.
    if (!caller.isPlatform) throw invalid('merchant_id', 'Choose one of your merchants.')
    return merchantsPage(caller, { ...(await listView(gateway, {})), problems })
  },
  handle: async (gateway, { caller, actor, body }) => {
    const merchantId = body.merchant_id || null
    await chooseMerchant(gateway, actor, caller, merchantId)
    return { status: 303, location: merchantId === null ? PATH : '/dashboard' }
  },
})

export const merchantRoutes = [merchantsRoute, createRoute, ...switchRoutes, chooseRoute]

import { Type } from 'typebox'
import { showMerchants } from '#flows/admin/merchants.ts'
import { showSystem } from '#flows/admin/system.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { route } from '#http/route.ts'
import { VERSION } from '#http/version.ts'
import { may } from '#identity/permissions.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { QueryText } from '../shell/list-query.ts'
import { homeFigures } from './figures.ts'
import { findAttentionItems, firstSteps } from './needs-attention.ts'
import { homePage } from './page.ts'
import { type PlatformHomeView, platformHomePage } from './platform-page.ts'

const LATEST = 5

export const homeRoute = route({
  method: 'GET',
  path: '/dashboard',
  guard: 'person',
  permission: 'own',
  summary: 'Home of the dashboard',
  query: Type.Object({ currency: QueryText }),
  handle: async (gateway, { caller, query: { currency } }) => {
    const { merchantId } = caller
    if (merchantId === null) return platformHomePage(caller, await platformView(gateway))
    const person = { ...caller, merchantId }
    const latest = (await ifAvailable(readTransactions(gateway, merchantId, {}, LATEST)))?.items ?? []
    const [steps, care, numbers] = await Promise.all([
      firstSteps(gateway, person, latest.length > 0),
      findAttentionItems(gateway, person),
      homeFigures(gateway, merchantId, caller.timeZone),
    ])
    const shown = may(caller, 'payments.read') ? latest : []
    return homePage(caller, { steps, care, ...numbers, latest: shown, currency })
  },
})

async function platformView(gateway: Gateway): Promise<PlatformHomeView> {
  const [system, { items }] = await Promise.all([
    ifAvailable(showSystem(gateway, VERSION)),
    showMerchants(gateway, undefined, LATEST),
  ])
  return { system, now: gateway.clock.now(), merchants: items }
}

/** Asked by the script of a page whose reader wants to stay; any request keeps the session. */
export const stayRoute = route({
  method: 'GET',
  path: '/dashboard/stay',
  guard: 'person',
  permission: 'own',
  summary: 'Stay signed in',
  handle: async () => ({ status: 204 }),
})

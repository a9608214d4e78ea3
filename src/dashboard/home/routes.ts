import { route } from '#http/route.ts'
import { homeFigures } from './figures.ts'
import { findAttentionItems, firstSteps } from './needs-attention.ts'
import { homePage, platformHomePage } from './page.ts'

export const homeRoute = route({
  method: 'GET',
  path: '/dashboard',
  guard: 'person',
  permission: 'own',
  summary: 'Home of the dashboard',
  handle: async (gateway, { caller }) => {
    const { merchantId } = caller
    if (merchantId === null) return platformHomePage(caller)
    const person = { ...caller, merchantId }
    const [steps, care, figures] = await Promise.all([
      firstSteps(gateway, person),
      findAttentionItems(gateway, person),
      homeFigures(gateway, merchantId, caller.timeZone),
    ])
    return homePage(caller, { steps, care, ...figures })
  },
})

/** Asked by the script of a page whose reader wants to stay; any request keeps the session. */
export const stayRoute = route({
  method: 'GET',
  path: '/dashboard/stay',
  guard: 'person',
  permission: 'own',
  summary: 'Stay signed in',
  handle: async () => ({ status: 204 }),
})

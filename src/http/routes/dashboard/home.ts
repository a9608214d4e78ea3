import { homePage, platformHomePage } from '../../pages/dashboard/home-page.ts'
import { route } from '../../route.ts'
import { homeFigures } from './home-figures.ts'
import { findAttentionItems, firstSteps } from './needs-attention.ts'

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

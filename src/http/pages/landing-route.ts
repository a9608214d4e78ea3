import { type Route, route } from '../route.ts'
import { landingPage } from './landing-page.ts'

/** For people who open the gateway's address; servers have no business there. */
export const landingRoute = (hasDashboard: boolean): Route =>
  route({
    method: 'GET',
    path: '/',
    guard: 'open',
    summary: 'The landing page of the gateway',
    handle: async ({ settings: { realm, shopPort } }) => {
      const shopUrl = shopPort === null ? null : `http://localhost:${shopPort}`
      return { status: 200, page: landingPage({ realm, shopUrl, hasDashboard }) }
    },
  })

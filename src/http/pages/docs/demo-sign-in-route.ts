import { notFound } from '#domain/problem.ts'
import { post, type Route } from '../../route.ts'
import { type FindDemoMerchant, isOnOwnMachine } from './demo-route.ts'

/** Email and password of the demo merchant's owner, for the sign-in page on the gateway's own machine. */
export function demoSignInRoute(find: FindDemoMerchant): Route {
  return post('/docs/demo-sign-in', {
    guard: 'open',
    ownPagesOnly: true,
    handle: async ({ settings }, context) => {
      const demo = isOnOwnMachine(settings, context) ? find() : undefined
      if (!demo?.email) throw notFound('demo merchant')
      return { status: 200, json: { email: demo.email, password: demo.password } }
    },
  })
}

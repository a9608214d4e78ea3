import { Type } from 'typebox'
import { get } from '../route.ts'

/** Lead to a dashboard that is served under a host name of its own. */
export const dashboardRedirects = ['/dashboard', '/dashboard/*'].map((path) =>
  get(path, {
    guard: 'open',
    params: Type.Object({ '*': Type.Optional(Type.String()) }),
    handle: async ({ settings }, { params }) => {
      const page = params['*'] === undefined ? '' : `/${params['*'].split('/').map(encodeURIComponent).join('/')}`
      return { status: 303, location: `${settings.dashboardUrl}/dashboard${page}` }
    },
  }),
)

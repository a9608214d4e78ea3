import { Type } from 'typebox'
import { schemeCookie, setCookie } from '#http/request/session-cookie.ts'
import { post } from '#http/route.ts'
import { safeReturnPath } from './shell/safe-redirect.ts'

const YEAR_SECONDS = 365 * 86_400

export const colorsRoute = post('/dashboard/colors', {
  guard: 'person',
  permission: 'own',
  body: Type.Object({
    colors: Type.Enum(['system', 'light', 'dark']),
    back: Type.Optional(Type.String({ maxLength: 8000 })),
  }),
  again: () => ({ status: 303, location: '/dashboard' }),
  handle: async ({ settings }, { body: { colors, back } }) => ({
    status: 303,
    location: safeReturnPath(back),
    headers: setCookie(schemeCookie(settings.dashboardUrl), colors === 'system' ? '' : colors, YEAR_SECONDS),
  }),
})

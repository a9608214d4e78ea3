import type { Route } from '#http/route.ts'
import type { SignInService } from '#identity/index.ts'
import { accountRoutes } from './account/factor-routes.ts'
import { appearanceRoutes } from './appearance.ts'
import { auditLogRoutes } from './audit-log.ts'
import { clientRoutes } from './clients/list.ts'
import { colorsRoute } from './colors.ts'
import { eventRoutes } from './events/list.ts'
import { findRoutes } from './find.ts'
import { homeRoutes } from './home/page.ts'
import { keyRoutes } from './keys.ts'
import { merchantRoutes } from './merchants.ts'
import { paymentRoutes } from './payment-routes.ts'
import { providerRoutes } from './providers/list.ts'
import { requestRoutes } from './requests.ts'
import { ruleRoutes } from './rules/routes.ts'
import { settingsRoutes } from './settings/page.ts'
import { builtInSignInRoutes } from './sign-in/built-in-routes.ts'
import { linkRoutes } from './sign-in/link-routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { stepUpRoutes } from './sign-in/step-up-routes.ts'
import { systemRoutes } from './system.ts'
import { teamRoutes } from './team/routes.ts'
import { terminalRoutes } from './terminals/list.ts'
import { webhookRoutes } from './webhooks/list.ts'

export const dashboardRoutes: readonly Route[] = [
  ...homeRoutes,
  colorsRoute,
  ...paymentRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...clientRoutes,
  ...terminalRoutes,
  ...requestRoutes,
  ...ruleRoutes,
  ...auditLogRoutes,
  ...settingsRoutes,
  ...appearanceRoutes,
  ...merchantRoutes,
  ...findRoutes,
  ...providerRoutes,
  ...systemRoutes,
  ...teamRoutes,
  ...accountRoutes,
]

export function signInRoutesOf(signIn: SignInService): readonly Route[] {
  const own = signIn.interactions ? [...builtInSignInRoutes(signIn.interactions), ...linkRoutes] : []
  return [...signInRoutes(signIn), ...stepUpRoutes(signIn), ...own]
}

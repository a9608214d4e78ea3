import type { SignInService } from '#identity/index.ts'
import type { Route } from '../../route.ts'
import { accountRoutes } from './account.ts'
import { appearanceRoutes } from './appearance.ts'
import { auditLogRoutes } from './audit-log.ts'
import { builtInSignInRoutes } from './built-in-sign-in.ts'
import { eventRoutes } from './events.ts'
import { findRoutes } from './find.ts'
import { homeRoute, stayRoute } from './home.ts'
import { keyRoutes } from './keys.ts'
import { linkRoutes } from './links.ts'
import { merchantRoutes } from './merchants.ts'
import { paymentRoutes } from './payments.ts'
import { providerRoutes } from './providers.ts'
import { requestRoutes } from './requests.ts'
import { settingsRoutes } from './settings.ts'
import { signInRoutes } from './sign-in.ts'
import { stepUpRoutes } from './step-up.ts'
import { systemRoutes } from './system.ts'
import { teamRoutes } from './team.ts'
import { terminalRoutes } from './terminals.ts'
import { webhookRoutes } from './webhooks.ts'

/** Everything under `/dashboard` but the way in. */
export const dashboardRoutes: readonly Route[] = [
  homeRoute,
  stayRoute,
  ...paymentRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...terminalRoutes,
  ...requestRoutes,
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

/** The way in: to the identity provider and back, and the pages of the built-in one. */
export function signInRoutesOf(signIn: SignInService): readonly Route[] {
  const own = signIn.interactions ? [...builtInSignInRoutes(signIn.interactions), ...linkRoutes] : []
  return [...signInRoutes(signIn), ...stepUpRoutes(signIn), ...own]
}

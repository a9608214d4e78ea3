import type { Route } from '#http/route.ts'
import type { SignInService } from '#identity/index.ts'
import { accountRoutes } from './account/factor-routes.ts'
import { agreementRoutes } from './agreements.ts'
import { analytics } from './analytics/page.ts'
import { appearanceRoutes } from './appearance.ts'
import { auditLogRoutes } from './audit-log/list.ts'
import { clientRoutes } from './clients/list.ts'
import { colorsRoute } from './colors.ts'
import { customerRoutes } from './customers/page.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './events/list.ts'
import { findRoutes } from './find.ts'
import { followUpRoutes } from './follow-ups.ts'
import { homeRoutes } from './home/page.ts'
import { keyRoutes } from './keys.ts'
import { listRoutes } from './lists.ts'
import { merchantRoutes } from './merchants.ts'
import { moneyRoutes } from './money/settlements.ts'
import { paymentLinkRoutes } from './payment-links.ts'
import { exportRoute, payments } from './payments/list.ts'
import { payment } from './payments/page.ts'
import { viewRoutes } from './payments/view-routes.ts'
import { providerRoutes } from './providers/list.ts'
import { requestRoutes } from './requests.ts'
import { reversalRoutes } from './reversals.ts'
import { reviewRoutes } from './reviews.ts'
import { ruleRoutes } from './rules/routes.ts'
import { sessionRoutes } from './sessions.ts'
import { settingsRoutes } from './settings/page.ts'
import { settlementFilesRoutes } from './settlement-files/list.ts'
import { builtInSignInRoutes } from './sign-in/built-in-routes.ts'
import { linkRoutes } from './sign-in/link-routes.ts'
import { signInRoutes, stepUpRoutes } from './sign-in/routes.ts'
import { systemRoutes } from './system.ts'
import { teamRoutes } from './team.ts'
import { terminalRoutes } from './terminals/list.ts'
import { tryRoutes } from './try.ts'
import { webhookRoutes } from './webhooks/list.ts'

export const dashboardRoutes: readonly Route[] = [
  ...homeRoutes,
  colorsRoute,
  payments.route,
  exportRoute,
  payment.route,
  ...followUpRoutes,
  ...moneyRoutes,
  analytics.route,
  ...sessionRoutes,
  ...paymentLinkRoutes,
  ...customerRoutes,
  ...agreementRoutes,
  ...listRoutes,
  ...reviewRoutes,
  ...disputeRoutes,
  ...tryRoutes,
  ...viewRoutes,
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
  ...settlementFilesRoutes,
  ...systemRoutes,
  ...reversalRoutes,
  ...teamRoutes,
  ...accountRoutes,
]

export function signInRoutesOf(signIn: SignInService): readonly Route[] {
  const own = signIn.interactions ? [...builtInSignInRoutes(signIn.interactions), ...linkRoutes] : []
  return [...signInRoutes(signIn), ...stepUpRoutes(signIn), ...own]
}

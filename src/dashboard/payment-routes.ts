import type { Route } from '#http/route.ts'
import { agreementRoutes } from './agreements.ts'
import { analytics } from './analytics/page.ts'
import { customerRoutes } from './customers/list.ts'
import { disputeRoutes } from './disputes/list.ts'
import { followUpRoutes } from './follow-ups/routes.ts'
import { listRoutes } from './lists/list.ts'
import { moneyRoutes } from './money/settlements.ts'
import { paymentLinkRoutes } from './payment-links/list.ts'
import { exportRoute, payments } from './payments/list.ts'
import { payment } from './payments/page.ts'
import { viewRoutes } from './payments/view-routes.ts'
import { reviewRoutes } from './reviews.ts'
import { sessionRoutes } from './sessions.ts'
import { tryRoutes } from './try.ts'

export const paymentRoutes: readonly Route[] = [
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
]

import type { Route } from '#http/route.ts'
import { agreementRoutes } from './agreements/list.ts'
import { analyticsPageRoute } from './analytics/routes.ts'
import { customerRoutes } from './customers/list.ts'
import { disputeRoutes } from './disputes/list.ts'
import { followUpRoutes } from './follow-ups/routes.ts'
import { listRoutes } from './lists/list.ts'
import { moneyRoutes } from './money/routes.ts'
import { paymentLinkRoutes } from './payment-links/list.ts'
import { exportPageRoute, transactionsPageRoute } from './payments/list-routes.ts'
import { transactionPageRoute } from './payments/routes.ts'
import { viewRoutes } from './payments/view-routes.ts'
import { reviewRoutes } from './reviews/list.ts'
import { sessionRoutes } from './sessions/list.ts'
import { tryRoutes } from './try/page.ts'

export const paymentRoutes: readonly Route[] = [
  transactionsPageRoute,
  exportPageRoute,
  transactionPageRoute,
  ...followUpRoutes,
  ...moneyRoutes,
  analyticsPageRoute,
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

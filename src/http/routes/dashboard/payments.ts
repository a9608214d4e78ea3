import type { Route } from '../../route.ts'
import { analyticsPageRoute } from './analytics.ts'
import { customerRoutes } from './customers.ts'
import { followUpRoutes } from './follow-up.ts'
import { moneyRoutes } from './money.ts'
import { transactionPageRoute } from './transaction.ts'
import { exportPageRoute, transactionsPageRoute } from './transactions.ts'
import { tryRoutes } from './try.ts'
import { viewRoutes } from './views.ts'

/** The pages about payments and money. */
export const paymentRoutes: readonly Route[] = [
  transactionsPageRoute,
  exportPageRoute,
  transactionPageRoute,
  ...followUpRoutes,
  ...moneyRoutes,
  analyticsPageRoute,
  ...customerRoutes,
  ...tryRoutes,
  ...viewRoutes,
]

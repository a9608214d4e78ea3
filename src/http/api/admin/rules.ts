import { saveRulesRoute, showRulesRoute } from '../rules/routes.ts'
import { forOperators } from './for-operators.ts'

export const showMerchantRulesRoute = forOperators(showRulesRoute, {
  tag: 'Admin: merchants',
  operation: 'adminShowRules',
  summary: 'Show the rules of a merchant',
})

export const saveMerchantRulesRoute = forOperators(saveRulesRoute, {
  tag: 'Admin: merchants',
  operation: 'adminSaveRules',
  summary: 'Replace the rules of a merchant',
  description: saveRulesRoute.description!,
})

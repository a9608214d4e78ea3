import type { ProviderAccount } from '#domain/merchant.ts'
import type { ShopperStep } from '#domain/transaction.ts'
import { isSimulator } from '#simulators/registry.ts'

/** Step with its parsed URL; undefined unless it is https without user info. Simulators, in UAT only, may use http. */
export function safeStep(step: ShopperStep, { provider }: Pick<ProviderAccount, 'provider'>): ShopperStep | undefined {
  if (step.kind === 'action') return step
  const url = URL.parse(step.url)
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isSimulator(provider))
  return isWeb && url.username === '' && url.password === '' ? { ...step, url: url.href } : undefined
}

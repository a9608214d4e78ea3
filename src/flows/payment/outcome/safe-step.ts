import type { ProviderAccount } from '#domain/merchant.ts'
import type { ShopperStep } from '#domain/transaction.ts'
import { isSimulator } from '#simulators/registry.ts'

/**
 * A step with the address to which the shopper's browser goes as the URL standard reads it, or undefined if it is no https
 * address, or has user info. Simulators may name an http address: they exist in uat only.
 */
export function safeStep(step: ShopperStep, { provider }: Pick<ProviderAccount, 'provider'>): ShopperStep | undefined {
  if (step.kind === 'action') return step
  const url = URL.parse(step.url)
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isSimulator(provider))
  return isWeb && url.username === '' && url.password === '' ? { ...step, url: url.href } : undefined
}

import type { Gateway } from './gateway.ts'

/** Names of the providers that can carry a payment method, as requests name it. */
export function providersFor(gateway: Gateway, paymentMethod: string): readonly string[] {
  const able = [...gateway.providers.values()].filter((provider) => provider.paymentMethods.includes(paymentMethod))
  return able.map((provider) => provider.name)
}

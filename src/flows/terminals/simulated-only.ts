import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { isSimulator } from '#simulators/registry.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import type { Gateway } from '../gateway.ts'

export function simulatedOnly(
  { providers }: Pick<Gateway, 'providers'>,
  { paymentMethods }: Pick<TerminalRecord, 'paymentMethods'>,
): readonly string[] {
  const real = [...providers.values()].filter(({ name }) => !isSimulator(name))
  const isReal = (method: string) => real.some(({ capabilities }) => Object.hasOwn(capabilities, method))
  return (paymentMethods ?? PAYMENT_METHODS).filter((method) => !isReal(method))
}

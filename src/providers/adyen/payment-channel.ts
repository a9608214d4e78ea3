import type { Call, Charge, Provider, ProviderAnswer } from '#providers/port/tools.ts'

/** Part of the port for one kind of payment. */
export interface PaymentChannel<Payment extends Charge> extends Pick<Provider, 'inquire' | 'reverse'> {
  authorize(call: Call, payment: Payment): Promise<ProviderAnswer>
}

import type { Brand } from '#domain/brands.ts'

/** Test numbers that networks and acquirers publish; no account has them. */
export const TEST_CARDS: Readonly<Record<Brand, string>> = {
  visa: '4111111111111111',
  mastercard: '5555555555554444',
  maestro: '6759649826438453',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '30569309025904',
  jcb: '3530111333300000',
  unionpay: '6200000000000005',
  dinacard: '9891000000000003',
}

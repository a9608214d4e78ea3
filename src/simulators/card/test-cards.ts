import type { Brand } from '#domain/brands.ts'

/** A number of each network that nobody's account has: the networks and acquirers publish them for tests. */
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

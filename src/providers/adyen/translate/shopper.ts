import type { Charge } from '#providers/port/tools.ts'

/** Adyen rejects longer names. */
const LONGEST_NAME = 80

export function shopperOf({ customer, instrument }: Charge) {
  const payer = instrument.kind === 'redirect' ? instrument.payer : null
  const { email, firstName, lastName } = payer ?? customer
  return {
    ...(email !== null && { shopperEmail: email }),
    ...(firstName && lastName && { shopperName: { firstName: cut(firstName), lastName: cut(lastName) } }),
    ...(customer.country !== null && { countryCode: customer.country }),
  }
}

function cut(name: string): string {
  return name.slice(0, LONGEST_NAME)
}

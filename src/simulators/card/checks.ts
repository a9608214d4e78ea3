import type { Customer } from '#domain/customer.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { CardChecks, CheckResult } from '#domain/transaction-data.ts'
import type { Charge } from '#providers/provider.ts'
import type { CardDirectives } from './directives.ts'

/** By how many of street and postal code were sent. */
const ADDRESS_MATCHES: readonly CheckResult[] = ['not_checked', 'partial_match', 'match']

/** What the issuer says about the security code and the address: everything sent is right, unless told otherwise. */
export function checksOf(directives: CardDirectives, { instrument, customer }: Charge): CardChecks {
  return { avs: directives.avsCheck ?? addressCheck(customer), cvv: directives.cvvCheck ?? codeCheck(instrument) }
}

function addressCheck({ address, postalCode }: Customer): CheckResult {
  return ADDRESS_MATCHES[[address, postalCode].filter(Boolean).length]!
}

function codeCheck(instrument: Instrument): CheckResult {
  return instrument.kind === 'card' && instrument.card.cvv !== null ? 'match' : 'not_checked'
}

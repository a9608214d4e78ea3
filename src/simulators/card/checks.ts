import type { Customer } from '#domain/customer.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { CardChecks, CheckResult } from '#domain/transaction-data.ts'
import type { Charge } from '#providers/provider.ts'
import type { CardDirectives } from './directives.ts'

/** Results by number of sent address fields: street and postal code. */
const ADDRESS_MATCHES: readonly CheckResult[] = ['not_checked', 'partial_match', 'match']

/** Issuer's results for security code and address: a match by default. */
export function checksOf(directives: CardDirectives, { instrument, customer }: Charge): CardChecks {
  return { avs: directives.avsCheck ?? addressCheck(customer), cvv: directives.cvvCheck ?? codeCheck(instrument) }
}

function addressCheck({ address, postalCode }: Customer): CheckResult {
  return ADDRESS_MATCHES[[address, postalCode].filter(Boolean).length]!
}

function codeCheck(instrument: Instrument): CheckResult {
  return instrument.kind === 'card' && instrument.card.cvv !== null ? 'match' : 'not_checked'
}

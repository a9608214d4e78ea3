import type { Provider } from './provider.ts'
import { createAlternativeSimulator } from './simulators/alternative/index.ts'
import { createCardSimulator } from './simulators/card/index.ts'
import type { ChargeBook } from './simulators/common/simulated-charges.ts'
import { createPayoutSimulator } from './simulators/payout/index.ts'
import { createVoucherSimulator } from './simulators/voucher/index.ts'
import { createWalletSimulator } from './simulators/wallet/index.ts'

/** What the providers of a realm need. */
interface Surroundings {
  readonly realm: 'uat' | 'production'
  /** Where the simulators' pages are reached. */
  readonly baseUrl: string
  readonly book: ChargeBook
}

/**
 * Every provider of this realm by name. Production has no simulator, so without a real connector it has none
 * (contract section 1).
 */
export function createProviders({ realm, baseUrl, book }: Surroundings): ReadonlyMap<string, Provider> {
  const providers = realm === 'uat' ? simulators(book, baseUrl) : []
  return new Map(providers.map((provider) => [provider.name, provider]))
}

function simulators(book: ChargeBook, baseUrl: string): readonly Provider[] {
  return [
    createCardSimulator(book),
    createAlternativeSimulator(book, baseUrl),
    createPayoutSimulator(book),
    createWalletSimulator(book, baseUrl),
    createVoucherSimulator(book, baseUrl),
  ]
}

import { createCardSimulator } from './card-simulator/index.ts'
import type { ChargeBook } from './charge-book.ts'
import type { Provider } from './provider.ts'

/**
 * Every provider of this realm by name. Production has no simulator, so without a real connector it has none
 * (contract section 1).
 */
export function createProviders({
  realm,
  book,
}: {
  readonly realm: 'uat' | 'production'
  readonly book: ChargeBook
}): ReadonlyMap<string, Provider> {
  const providers = realm === 'uat' ? [createCardSimulator(book)] : []
  return new Map(providers.map((provider) => [provider.name, provider]))
}

/** Currencies and countries in which shoppers use a method. Null means "all of them". */
export interface Market {
  /** ISO 4217. */
  readonly currencies: readonly string[] | null
  /** ISO 3166-1 alpha-2, of the shopper. */
  readonly countries: readonly string[] | null
}

/** Currency of a payment, and country of its shopper, or null if that is unknown. */
export interface MarketTerms {
  readonly currency: string
  readonly country: string | null
}

/** True if shoppers of this country pay amounts of this currency by a method of this market. */
export function isInMarket({ currencies, countries }: Market, { currency, country }: MarketTerms): boolean {
  const isHome = country === null || countries?.includes(country) !== false
  return isHome && currencies?.includes(currency) !== false
}

/** Counts how particularly a market is that of these terms: 2 if it names the country, 1 the currency, 0 neither. */
export function marketRank({ currencies, countries }: Market, { currency, country }: MarketTerms): 0 | 1 | 2 {
  if (country !== null && countries?.includes(country)) return 2
  return currencies?.includes(currency) ? 1 : 0
}

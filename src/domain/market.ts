/** Currencies and countries in which shoppers use a method. Null means "all of them". */
export interface Market {
  /** ISO 4217. */
  readonly currencies: readonly string[] | null
  /** ISO 3166-1 alpha-2, of the shopper. */
  readonly countries: readonly string[] | null
}

export interface MarketTerms {
  readonly currency: string
  readonly country: string | null
}

export function isInMarket({ currencies, countries }: Market, { currency, country }: MarketTerms): boolean {
  const isHome = country === null || countries?.includes(country) !== false
  return isHome && currencies?.includes(currency) !== false
}

/** Specificity of a market for these terms: 2 if it names the country, 1 the currency, 0 neither. */
export function marketRank({ currencies, countries }: Market, { currency, country }: MarketTerms): 0 | 1 | 2 {
  if (country !== null && countries?.includes(country)) return 2
  return currencies?.includes(currency) ? 1 : 0
}

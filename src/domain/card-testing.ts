/** Number of cards that may end uncharged for one address or customer. */
export interface CardTestingLimit {
  /** Distinct cards. */
  readonly cards: number
  readonly windowSeconds: number
}

/** Default in production: above the declines of a shared address in an hour, too few to test a list of cards. */
const PRODUCTION_LIMIT: CardTestingLimit = { cards: 10, windowSeconds: 3600 }

export type CardTestingSetting = CardTestingLimit | 'off' | null

/** Effective limit; null for none, the default in UAT. */
export function cardTestingLimitOf(setting: CardTestingSetting, realm: 'uat' | 'production'): CardTestingLimit | null {
  if (setting === null) return realm === 'production' ? PRODUCTION_LIMIT : null
  return setting === 'off' ? null : setting
}

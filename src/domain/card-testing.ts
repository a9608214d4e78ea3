/** How many cards may end uncharged from one address or customer. */
export interface CardTestingLimit {
  /** Distinct ones. */
  readonly cards: number
  readonly windowSeconds: number
}

/** Default in production: more than a shared address declines in an hour, and too few to test a list of cards. */
const PRODUCTION_LIMIT: CardTestingLimit = { cards: 10, windowSeconds: 3600 }

/** A terminal's limit as it was set; null where nobody set one. */
export type CardTestingSetting = CardTestingLimit | 'off' | null

/** The limit that holds, or null for none: in UAT there is none unless it was set. */
export function cardTestingLimitOf(setting: CardTestingSetting, realm: 'uat' | 'production'): CardTestingLimit | null {
  if (setting === null) return realm === 'production' ? PRODUCTION_LIMIT : null
  return setting === 'off' ? null : setting
}

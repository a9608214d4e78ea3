export const CHALLENGES = ['NO_PREFERENCE', 'NOT_WANTED', 'PREFERRED', 'MANDATED'] as const

/** Exemptions from strong customer authentication (SCA) that a terminal may claim. */
export const EXEMPTIONS = ['LOW_VALUE', 'TRANSACTION_RISK', 'TRUSTED_BENEFICIARY', 'SECURE_CORPORATE'] as const

export type Exemption = (typeof EXEMPTIONS)[number]

/** Preferences of a payment for its 3-D Secure (docs/reference/three-ds.md#wishes). */
export interface ThreeDsWishes {
  readonly challenge: (typeof CHALLENGES)[number] | null
  readonly exemption: Exemption | null
}

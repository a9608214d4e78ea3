import { randomInt } from 'node:crypto'

/** A card, or a token number, whose digits are known to be looked for. */
export interface PlantedCard {
  readonly number: string
  readonly cvv: string
}

interface Series {
  readonly share: number
  /** A record shows a number's first six digits; these ten are common to a series, and show nowhere. */
  readonly core: string
  readonly digits: number
  readonly codes: readonly string[]
}

const CODES = ['937', '384']
const CODES_OF_AMEX = ['7193']

const SERIES = {
  visa: { share: 55, core: `45397${randomDigits(5)}`, digits: 16, codes: CODES },
  mastercard: { share: 10, core: `52047${randomDigits(5)}`, digits: 16, codes: CODES },
  amex: { share: 2, core: `37147${randomDigits(5)}`, digits: 15, codes: CODES_OF_AMEX },
} as const satisfies Record<string, Series>

export type PlantedBrand = keyof typeof SERIES

/** Digits that identify a planted number in any text. */
export const NUMBER_CORES: readonly string[] = Object.values(SERIES).map(({ core }) => core)

export const SECURITY_CODES: readonly string[] = [...CODES, ...CODES_OF_AMEX]

/** Cards, each used once. */
export class PlantedCards {
  readonly #left = Object.fromEntries(Object.entries(SERIES).map(([brand, series]) => [brand, cardsOf(series)]))

  /** @throws where the cards of that brand have all been used */
  next(brand: PlantedBrand = 'visa'): PlantedCard {
    const card = this.#left[brand]!.shift()
    if (!card) throw new Error(`Plant more ${brand} cards.`)
    return card
  }

  /** Number of unused ones. */
  get left(): number {
    return Object.values(this.#left).flat().length
  }
}

function cardsOf({ share, core, digits, codes }: Series): PlantedCard[] {
  const places = digits - core.length - 1
  return Array.from({ length: share }, (_, index) => ({
    number: withCheckDigit(core + String(index).padStart(places, '0')),
    cvv: codes[index % codes.length]!,
  }))
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

function withCheckDigit(digits: string): string {
  const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit))
  return digits + check
}

function passesLuhn(number: string): boolean {
  const worths = [...number].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return worths.reduce((sum, worth) => sum + (worth > 9 ? worth - 9 : worth), 0) % 10 === 0
}

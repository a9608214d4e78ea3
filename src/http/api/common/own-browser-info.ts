import type { KeptBrowserInfo } from '#domain/customer.ts'
import { keptText } from '#domain/kept-text.ts'

/** Browser data from our own scripts, as text or numbers; extensions change or hide any of it. */
export interface ToldByScript {
  readonly javaEnabled?: unknown
  readonly colorDepth?: unknown
  readonly screenHeight?: unknown
  readonly screenWidth?: unknown
  readonly timeZoneOffset?: unknown
  readonly language?: unknown
}

/** Most common value and limits, for browsers that hide or fake it. */
const NUMBERS = {
  colorDepth: { usual: 24, least: 1, most: 48 },
  screenHeight: { usual: 1080, least: 0, most: 999_999 },
  screenWidth: { usual: 1920, least: 0, most: 999_999 },
  timeZoneOffset: { usual: 0, least: -840, most: 840 },
}

/** Maximum length of both headers and the language (docs/reference/limits.md#lengths). */
const LONGEST = 8192

/**
 * Reads browser data and rejects none, because the shopper cannot correct it.
 * @param header of the request of the browser
 */
export function ownBrowserInfo(told: ToldByScript, header: (name: string) => string | undefined): KeptBrowserInfo {
  return {
    userAgent: keptText((header('user-agent') ?? '').slice(0, LONGEST)),
    acceptHeader: keptText((header('accept') ?? '').slice(0, LONGEST)),
    javaEnabled: told.javaEnabled === true,
    colorDepth: numberOf(told.colorDepth, NUMBERS.colorDepth),
    screenHeight: numberOf(told.screenHeight, NUMBERS.screenHeight),
    screenWidth: numberOf(told.screenWidth, NUMBERS.screenWidth),
    timeZoneOffset: numberOf(told.timeZoneOffset, NUMBERS.timeZoneOffset),
    language: keptText(typeof told.language === 'string' ? told.language.slice(0, LONGEST) : ''),
  }
}

function numberOf(told: unknown, { usual, least, most }: (typeof NUMBERS)[keyof typeof NUMBERS]): number {
  const text = String(told ?? '').trim()
  const number = text === '' ? Number.NaN : Math.round(Number(text))
  return Number.isNaN(number) ? usual : Math.min(Math.max(number, least), most)
}

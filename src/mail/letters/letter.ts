import type { Gateway } from '#flows/gateway.ts'
import type { ClaimedMail } from '#store/mails/due-mails.ts'
import { findAppearance } from '#store/merchants/appearance.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { themeColors } from '#web/shared/theme-colors.ts'

/** Content of a mail, as plain text. */
export interface Letter {
  /** BCP 47 tag. */
  readonly language: string
  readonly sender: string
  readonly color: { readonly accent: string; readonly text: string }
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly button?: { readonly words: string; readonly url: string } | undefined
  readonly note?: string | undefined
}

interface Sender extends Pick<Letter, 'sender' | 'color'> {
  readonly country: string | null
  readonly timeZone: string
}

/** By default, the language is that of staff and the heading is the subject. */
type Written = Omit<Letter, keyof Sender | 'language' | 'heading'> & Partial<Pick<Letter, 'language' | 'heading'>>

export type Writer = (gateway: Gateway, mail: ClaimedMail, from: Sender) => Promise<Written | undefined>

/** Language of mails to a team, as of the dashboard. */
export const STAFF_LOCALE = 'en-GB'

const GATEWAY: Sender = { sender: 'Tollgate', country: null, timeZone: 'UTC', color: colorsOf('#0f5c4d') }

/** Finds the name and color of a merchant; those of the gateway for the platform. */
export async function findSender({ sql }: Pick<Gateway, 'sql'>, merchantId: string | null): Promise<Sender> {
  if (merchantId === null) return GATEWAY
  const [merchant, appearance] = await Promise.all([findMerchant(sql, merchantId), findAppearance(sql, merchantId)])
  if (!merchant) return GATEWAY
  const { country, timeZone, name } = merchant
  const color = appearance?.accentColor ? colorsOf(appearance.accentColor) : GATEWAY.color
  return { sender: appearance?.displayName ?? name, country, timeZone, color }
}

function colorsOf(accentColor: string): Letter['color'] {
  const { '--brand': accent, '--brand-text': text } = themeColors(accentColor)
  return { accent: accent!, text: text! }
}

/** Formats a time with its zone, for example `29 November 2026 at 14:05 EET`. */
export function formatMailTime(at: Date, locale: string, timeZone: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(locale, { timeZone, ...day, ...time }).format(at)
}

/** `NOT_RECEIVED` as people read it: `Not received`. */
export function sentenceCase(constant: string): string {
  const words = constant.replaceAll(/[_-]/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How a payment, or the session itself, ended. */
type Ending = { readonly heading: string; readonly words: string }

/** Forms of a text by `Intl.PluralRules`. */
type Plural = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** What a shopper agrees to, in sentences; names in braces are replaced. */
interface AgreementSentences {
  readonly saved: string
  readonly daily: string
  /** With the number of days for `{days}`, two or more. */
  readonly every: Plural
  /** Without a frequency. */
  readonly sometimes: string
  readonly most: string
  readonly until: string
  readonly cancel: string
}

type NamedMethod =
  | ('OPEN_BANKING' | 'UPI' | 'WALLETS' | 'BANK_TRANSFER' | 'QR_CODE')
  | `voucher-redirect-${'gfc' | 'onb' | 'cns'}`

interface LinkTexts {
  /** Before the name of the customer. */
  readonly customer: string
  readonly amount: string
  /** Range of amounts that the shopper may enter; `{min}` and `{max}` are replaced. */
  readonly range: string
  /** Above two readings of the entered amount. */
  readonly whichAmount: string
  readonly date: string
  /** Before a date. */
  readonly payUntil: string
  readonly paid: Ending
  /** Someone else is paying a link for one payment. */
  readonly busy: Ending
  readonly completed: Ending
  readonly expired: Ending
  readonly disabled: Ending
  readonly unavailable: Ending
  readonly tooMany: Ending
  /** Too many shoppers have opened the link and not begun to pay. */
  readonly crowded: Ending
  readonly unknown: Ending
}

/** Everything a shopper reads on the hosted page and on the pages of its steps, beyond the names of fields. */
export interface HostedTexts {
  /** Where payments go to simulators or to a provider's test environment. */
  readonly testMode: string
  readonly payTo: string
  /** On the receipt. */
  readonly paidTo: string
  readonly chooseMethod: string
  readonly moreMethods: string
  /** Above many of them, where a script helps to find one. */
  readonly findMethod: string
  readonly yourDetails: string
  readonly card: string
  /** Where saved ones are offered too. */
  readonly otherCard: string
  readonly savedCard: string
  readonly whichCard: string
  /** Methods whose names are translated; the other vouchers have the names of their brands. */
  readonly methods: Readonly<Record<NamedMethod, string>>
  /** What the shopper will do. */
  readonly methodLines: Readonly<Record<Exclude<NamedMethod, `voucher-${string}`>, string>>
  readonly pay: string
  readonly payAmount: string
  readonly paying: string
  readonly cancel: string
  readonly reference: string
  readonly secure: string
  readonly language: string
  readonly problems: string
  readonly methodMissing: string
  readonly savedCardMissing: string
  /** After a payment that was not approved. */
  readonly declined: string
  /** The shopper failed the bank's check (3-D Secure). */
  readonly notAuthenticated: string
  readonly timedOut: string
  readonly notPossible: string
  readonly waiting: string
  readonly continueWaiting: string
  readonly print: string
  readonly backToShop: string
  /** With the shop's name for `{shop}`. */
  readonly backTo: string
  readonly approved: Ending
  readonly pending: Ending
  readonly canceled: Ending
  readonly expired: Ending
  /** The terminal takes nothing any more. */
  readonly unavailable: Ending
  readonly tooMany: Ending
  readonly unknown: Ending
  readonly checking: Ending
  readonly goOn: string
  readonly toBank: Ending
  readonly goToBank: string
  /** In a frame of the shop, which goes on. */
  readonly bankAnswered: Ending
  /** On a full page, which goes on by itself. */
  readonly finishing: Ending
  /** To a page that is not a bank's. */
  readonly toProvider: Ending
  readonly goToProvider: string
  readonly bankFrame: string
  /** On the last page of a payment; `declined` is for a page that offers another try. */
  readonly declinedEnd: Ending
  /** A step of 3-D Secure that cannot be repeated. */
  readonly stepOver: Ending
  readonly link: LinkTexts
  readonly agreement: AgreementSentences
}

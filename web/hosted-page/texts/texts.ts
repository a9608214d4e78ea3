/** How a payment, or the session itself, ended. */
type Ending = { readonly heading: string; readonly words: string }

type NamedMethod =
  | ('OPEN_BANKING' | 'UPI' | 'WALLETS' | 'BANK_TRANSFER' | 'QR_CODE')
  | `voucher-redirect-${'gfc' | 'onb' | 'cns'}`

/** Everything a shopper reads on the hosted page and on the pages of its steps, beyond the names of fields. */
export interface HostedTexts {
  /** Where payments go to simulators or to a provider's test environment. */
  readonly testMode: string
  readonly payTo: string
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
  /** Followed by the amount. */
  readonly pay: string
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
  readonly timedOut: string
  readonly notPossible: string
  readonly waiting: string
  readonly continueWaiting: string
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
}

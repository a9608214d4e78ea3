/** Texts of mails to shoppers in one language; `{merchant}` is replaced. */
export interface MailTexts {
  readonly link: { readonly subject: string; readonly lead: string; readonly button: string }
  readonly receipt: Words
  readonly payout: Words
  readonly amount: string
  readonly description: string
  readonly validUntil: string
  readonly date: string
  readonly method: string
  readonly reference: string
  /** Below a payment link. */
  readonly unexpected: string
  /** Below a receipt. */
  readonly questions: string
}

interface Words {
  readonly subject: string
  readonly lead: string
}

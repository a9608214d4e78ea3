import type { MailTexts } from './texts.ts'

export const DE: MailTexts = {
  link: {
    subject: 'Zahlungsaufforderung von {merchant}',
    lead: '{merchant} bittet Sie um eine Online-Zahlung.',
    button: 'Bezahlen',
  },
  receipt: { subject: 'Zahlungsbeleg von {merchant}', lead: 'Ihre Zahlung an {merchant} wurde genehmigt.' },
  payout: { subject: 'Auszahlung von {merchant}', lead: '{merchant} hat Ihnen Geld ausgezahlt.' },
  amount: 'Betrag',
  description: 'Beschreibung',
  validUntil: 'Gültig bis',
  date: 'Datum',
  method: 'Zahlungsart',
  reference: 'Referenz',
  unexpected: 'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  questions: 'Bewahren Sie diese E-Mail auf. Fragen zu Ihrer Bestellung beantwortet {merchant}.',
}

import type { MailTexts } from './texts.ts'

export const SV: MailTexts = {
  link: {
    subject: 'Betalningsbegäran från {merchant}',
    lead: '{merchant} ber dig att betala online.',
    button: 'Betala',
  },
  receipt: { subject: 'Kvitto från {merchant}', lead: 'Din betalning till {merchant} har godkänts.' },
  payout: { subject: 'Utbetalning från {merchant}', lead: '{merchant} har betalat ut pengar till dig.' },
  amount: 'Belopp',
  description: 'Beskrivning',
  validUntil: 'Giltig till',
  date: 'Datum',
  method: 'Betalsätt',
  reference: 'Referens',
  unexpected: 'Om du inte väntade dig det här mejlet kan du bortse från det.',
  questions: 'Spara det här mejlet. {merchant} svarar på frågor om din beställning.',
}

import type { MailTexts } from './texts.ts'

export const NL: MailTexts = {
  link: {
    subject: 'Betaalverzoek van {merchant}',
    lead: '{merchant} vraagt je om online te betalen.',
    button: 'Betalen',
  },
  receipt: { subject: 'Betaalbewijs van {merchant}', lead: 'Je betaling aan {merchant} is goedgekeurd.' },
  payout: { subject: 'Uitbetaling van {merchant}', lead: '{merchant} heeft je geld uitbetaald.' },
  amount: 'Bedrag',
  description: 'Omschrijving',
  validUntil: 'Geldig tot',
  date: 'Datum',
  method: 'Betaalmethode',
  reference: 'Kenmerk',
  unexpected: 'Verwachtte je deze e-mail niet? Dan kun je hem negeren.',
  questions: 'Bewaar deze e-mail. {merchant} beantwoordt vragen over je bestelling.',
}

import type { MailTexts } from './texts.ts'

export const BS: MailTexts = {
  link: {
    subject: 'Zahtjev za plaćanje od {merchant}',
    lead: '{merchant} vas moli da platite putem interneta.',
    button: 'Plati',
  },
  receipt: { subject: 'Potvrda o plaćanju od {merchant}', lead: 'Vaša uplata za {merchant} je odobrena.' },
  payout: { subject: 'Isplata od {merchant}', lead: '{merchant} vam je isplatio novac.' },
  amount: 'Iznos',
  description: 'Opis',
  validUntil: 'Vrijedi do',
  date: 'Datum',
  method: 'Način plaćanja',
  reference: 'Referenca',
  unexpected: 'Ako niste očekivali ovu poruku, možete je zanemariti.',
  questions: 'Sačuvajte ovu poruku. Na pitanja o narudžbi odgovara {merchant}.',
}

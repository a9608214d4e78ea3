import type { MailTexts } from './texts.ts'

export const DA: MailTexts = {
  link: {
    subject: 'Betalingsanmodning fra {merchant}',
    lead: '{merchant} beder dig om at betale online.',
    button: 'Betal',
  },
  receipt: { subject: 'Kvittering fra {merchant}', lead: 'Din betaling til {merchant} er godkendt.' },
  payout: { subject: 'Udbetaling fra {merchant}', lead: '{merchant} har udbetalt penge til dig.' },
  amount: 'Beløb',
  description: 'Beskrivelse',
  validUntil: 'Gyldig til',
  date: 'Dato',
  method: 'Betalingsmåde',
  reference: 'Reference',
  unexpected: 'Hvis du ikke ventede denne mail, kan du se bort fra den.',
  questions: 'Gem denne mail. {merchant} svarer på spørgsmål om din bestilling.',
}

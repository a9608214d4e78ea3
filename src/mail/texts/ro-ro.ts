import type { MailTexts } from './texts.ts'

export const RO: MailTexts = {
  link: {
    subject: 'Solicitare de plată de la {merchant}',
    lead: '{merchant} vă roagă să plătiți online.',
    button: 'Plătește',
  },
  receipt: { subject: 'Chitanță de la {merchant}', lead: 'Plata dumneavoastră către {merchant} a fost aprobată.' },
  payout: { subject: 'Plată de la {merchant}', lead: '{merchant} v-a trimis bani.' },
  amount: 'Sumă',
  description: 'Descriere',
  validUntil: 'Valabil până la',
  date: 'Data',
  method: 'Metodă de plată',
  reference: 'Referință',
  unexpected: 'Dacă nu așteptați acest e-mail, îl puteți ignora.',
  questions: 'Păstrați acest e-mail. {merchant} vă răspunde la întrebări despre comandă.',
}

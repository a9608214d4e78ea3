import type { MailTexts } from './texts.ts'

export const FI: MailTexts = {
  link: {
    subject: 'Maksupyyntö: {merchant}',
    lead: '{merchant} pyytää sinua maksamaan verkossa.',
    button: 'Maksa',
  },
  receipt: { subject: 'Kuitti: {merchant}', lead: 'Maksusi on hyväksytty. Saaja: {merchant}.' },
  payout: { subject: 'Maksu sinulle: {merchant}', lead: '{merchant} on maksanut sinulle.' },
  amount: 'Summa',
  description: 'Kuvaus',
  validUntil: 'Voimassa asti',
  date: 'Päivämäärä',
  method: 'Maksutapa',
  reference: 'Viite',
  unexpected: 'Jos et odottanut tätä viestiä, voit jättää sen huomiotta.',
  questions: 'Säilytä tämä viesti. {merchant} vastaa tilausta koskeviin kysymyksiin.',
}

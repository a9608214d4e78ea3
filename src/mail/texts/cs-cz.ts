import type { MailTexts } from './texts.ts'

export const CS: MailTexts = {
  link: {
    subject: 'Žádost o platbu: {merchant}',
    lead: '{merchant} vás žádá o platbu online.',
    button: 'Zaplatit',
  },
  receipt: { subject: 'Potvrzení o platbě: {merchant}', lead: 'Vaše platba byla schválena. Příjemce: {merchant}.' },
  payout: { subject: 'Výplata: {merchant}', lead: '{merchant} vám posílá peníze.' },
  amount: 'Částka',
  description: 'Popis',
  validUntil: 'Platí do',
  date: 'Datum',
  method: 'Způsob platby',
  reference: 'Číslo platby',
  unexpected: 'Pokud jste tento e-mail nečekali, můžete ho ignorovat.',
  questions: 'Tento e-mail si uschovejte. Na dotazy k objednávce odpoví {merchant}.',
}

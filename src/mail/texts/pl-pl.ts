import type { MailTexts } from './texts.ts'

export const PL: MailTexts = {
  link: {
    subject: 'Prośba o płatność od {merchant}',
    lead: '{merchant} prosi o płatność online.',
    button: 'Zapłać',
  },
  receipt: {
    subject: 'Potwierdzenie płatności od {merchant}',
    lead: 'Twoja płatność na rzecz {merchant} została zatwierdzona.',
  },
  payout: { subject: 'Wypłata od {merchant}', lead: '{merchant} przekazuje Ci pieniądze.' },
  amount: 'Kwota',
  description: 'Opis',
  validUntil: 'Ważne do',
  date: 'Data',
  method: 'Metoda płatności',
  reference: 'Numer referencyjny',
  unexpected: 'Jeśli nie spodziewasz się tej wiadomości, możesz ją zignorować.',
  questions: 'Zachowaj tę wiadomość. Na pytania o zamówienie odpowiada {merchant}.',
}

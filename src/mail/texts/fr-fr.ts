import type { MailTexts } from './texts.ts'

export const FR: MailTexts = {
  link: {
    subject: 'Demande de paiement de {merchant}',
    lead: '{merchant} vous invite à payer en ligne.',
    button: 'Payer',
  },
  receipt: { subject: 'Reçu de {merchant}', lead: 'Votre paiement à {merchant} a été accepté.' },
  payout: { subject: 'Versement de {merchant}', lead: '{merchant} vous a versé de l’argent.' },
  amount: 'Montant',
  description: 'Description',
  validUntil: 'Valable jusqu’au',
  date: 'Date',
  method: 'Moyen de paiement',
  reference: 'Référence',
  unexpected: 'Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.',
  questions: 'Conservez cet e-mail. {merchant} répond aux questions sur votre commande.',
}

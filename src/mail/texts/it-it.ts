import type { MailTexts } from './texts.ts'

export const IT: MailTexts = {
  link: {
    subject: 'Richiesta di pagamento da {merchant}',
    lead: '{merchant} ti chiede di pagare online.',
    button: 'Paga',
  },
  receipt: { subject: 'Ricevuta di {merchant}', lead: 'Il tuo pagamento a {merchant} è stato approvato.' },
  payout: { subject: 'Pagamento da {merchant}', lead: '{merchant} ti ha inviato denaro.' },
  amount: 'Importo',
  description: 'Descrizione',
  validUntil: 'Valido fino al',
  date: 'Data',
  method: 'Metodo di pagamento',
  reference: 'Riferimento',
  unexpected: 'Se non aspettavi questa e-mail, puoi ignorarla.',
  questions: 'Conserva questa e-mail. {merchant} risponde alle domande sul tuo ordine.',
}

import type { MailTexts } from './texts.ts'

export const PT: MailTexts = {
  link: {
    subject: 'Pedido de pagamento de {merchant}',
    lead: '{merchant} pede-lhe que pague online.',
    button: 'Pagar',
  },
  receipt: { subject: 'Recibo de {merchant}', lead: 'O seu pagamento a {merchant} foi aprovado.' },
  payout: { subject: 'Pagamento de {merchant}', lead: '{merchant} enviou-lhe dinheiro.' },
  amount: 'Montante',
  description: 'Descrição',
  validUntil: 'Válido até',
  date: 'Data',
  method: 'Forma de pagamento',
  reference: 'Referência',
  unexpected: 'Se não esperava este e-mail, pode ignorá-lo.',
  questions: 'Guarde este e-mail. {merchant} responde a perguntas sobre a sua encomenda.',
}

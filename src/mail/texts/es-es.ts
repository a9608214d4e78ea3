import type { MailTexts } from './texts.ts'

export const ES: MailTexts = {
  link: {
    subject: 'Solicitud de pago de {merchant}',
    lead: '{merchant} te pide que pagues en línea.',
    button: 'Pagar',
  },
  receipt: { subject: 'Recibo de {merchant}', lead: 'Tu pago a {merchant} se ha aprobado.' },
  payout: { subject: 'Pago de {merchant}', lead: '{merchant} te ha enviado dinero.' },
  amount: 'Importe',
  description: 'Descripción',
  validUntil: 'Válido hasta',
  date: 'Fecha',
  method: 'Forma de pago',
  reference: 'Referencia',
  unexpected: 'Si no esperabas este correo, puedes ignorarlo.',
  questions: 'Guarda este correo. {merchant} responde a las preguntas sobre tu pedido.',
}

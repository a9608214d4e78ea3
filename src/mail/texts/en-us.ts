import type { MailTexts } from './texts.ts'

export const EN: MailTexts = {
  link: {
    subject: 'Payment request from {merchant}',
    lead: '{merchant} asks you to pay online.',
    button: 'Pay',
  },
  receipt: { subject: 'Receipt from {merchant}', lead: 'Your payment to {merchant} was approved.' },
  payout: { subject: 'Payout from {merchant}', lead: '{merchant} has paid you.' },
  amount: 'Amount',
  description: 'Description',
  validUntil: 'Valid until',
  date: 'Date',
  method: 'Payment method',
  reference: 'Reference',
  unexpected: 'If you did not expect this email, you can ignore it.',
  questions: 'Keep this email for your records. {merchant} answers questions about your order.',
}

import type { MailTexts } from './texts.ts'

export const AR: MailTexts = {
  link: {
    subject: 'طلب دفع من {merchant}',
    lead: 'يطلب منك {merchant} الدفع عبر الإنترنت.',
    button: 'ادفع الآن',
  },
  receipt: { subject: 'إيصال من {merchant}', lead: 'تمت الموافقة على دفعتك إلى {merchant}.' },
  payout: { subject: 'دفعة من {merchant}', lead: 'أرسل إليك {merchant} مبلغًا.' },
  amount: 'المبلغ',
  description: 'الوصف',
  validUntil: 'صالح حتى',
  date: 'التاريخ',
  method: 'طريقة الدفع',
  reference: 'المرجع',
  unexpected: 'إذا لم تكن تتوقع هذه الرسالة، فيمكنك تجاهلها.',
  questions: 'احتفظ بهذه الرسالة. يجيب {merchant} عن الأسئلة المتعلقة بطلبك.',
}

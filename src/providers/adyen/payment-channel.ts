import type { AskedAttempt, Call, InquiryAnswer } from '#providers/port/provider.ts'

export interface PaymentChannel {
  inquire(call: Call, attempt: AskedAttempt): Promise<InquiryAnswer>
  reverse(call: Call, attempt: AskedAttempt): Promise<void>
}

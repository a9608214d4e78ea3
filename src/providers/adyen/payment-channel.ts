import type { AskedAttempt, Call, InquiryAnswer } from '../provider.ts'

/** What the ways of Adyen's to be paid have in common once they were asked to charge. */
export interface PaymentChannel {
  inquire(call: Call, attempt: AskedAttempt): Promise<InquiryAnswer>
  reverse(call: Call, attempt: AskedAttempt): Promise<void>
}

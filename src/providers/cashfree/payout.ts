import type { AskedAttempt, Call, Charge, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText, UnknownOutcome } from '#providers/port/tools.ts'
import { type Cashfree, find } from './client.ts'
import { hasPayoutKeys } from './translate/access.ts'
import { isDuplicateId, refusalOf, transferSaysOf } from './translate/refunds-and-transfers.ts'
import { transferQuery, transferRequest } from './translate/requests.ts'

/** Sends money to a bank account in India under the attempt's ID, which Cashfree accepts once. */
export async function transfer(cashfree: Cashfree, call: Call, charge: Charge): Promise<ProviderAnswer> {
  const { instrument, money } = charge
  if (instrument.kind !== 'bank-account' || instrument.beneficiary.ifsc === null || money.currency !== 'INR') {
    return answerWith('1001', 'Cashfree pays out rupees to accounts with an IFSC only.')
  }
  if (!hasPayoutKeys(call.credentials)) return answerWith('1001', 'The account has no keys for payouts.')
  const answer = await cashfree(call, transferRequest(charge, instrument.beneficiary))
  if (answer.status === 200) return remembered(call, answer.json, charge)
  if (!isDuplicateId(answer)) return refusalOf(answer)
  const known = await inquireTransfer(cashfree, call, charge)
  if (known.kind === 'not-found') throw new UnknownOutcome('Cashfree is still making the transfer.')
  return known
}

export async function inquireTransfer(
  cashfree: Cashfree,
  call: Call,
  asked: Pick<AskedAttempt, 'attemptId' | 'money'>,
): Promise<InquiryAnswer> {
  const known = await find(cashfree, call, transferQuery(asked.attemptId))
  return known === undefined ? { kind: 'not-found' } : remembered(call, known, asked)
}

async function remembered(
  call: Call,
  transfer: unknown,
  asked: Pick<AskedAttempt, 'attemptId' | 'money'>,
): Promise<ProviderAnswer> {
  const number = getText(transfer, 'cf_transfer_id')
  if (number !== undefined) await call.rememberReference(number)
  return transferSaysOf(transfer, asked)
}

import type { Call, Charge, InquiryAnswer, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, UnknownOutcome } from '#providers/port/tools.ts'
import { found, idIn, isAboutState, type Send } from './client.ts'
import { suffixOf } from './config.ts'
import { amountOf } from './translate/amount.ts'
import { refusalOf } from './translate/declines.ts'
import { type AskedIntent, answerAsAsked } from './translate/repeated.ts'
import { confirmIntent, createIntent, createPaymentMethod, describeIntent, readIntent } from './translate/requests.ts'

const OK = 200

/** Only the confirmation moves money. The intent is stored before it, so that it can be inquired and canceled. */
export async function authorize(send: Send, call: Call, charge: Charge): Promise<ProviderAnswer> {
  const { instrument, money, attemptId, transactionType: operation } = charge
  if (instrument.kind !== 'card' || instrument.cryptogram) {
    return answerWith('1001', 'Stripe takes cards only, and no network tokens with a cryptogram.')
  }
  if (amountOf(money) === undefined) return answerWith('1001', unsupportedAmount(money.currency))
  const created = await send(call, createIntent({ ...charge, operation }))
  if (created.status !== OK) return refusalOf(created)
  const intent = idIn(created)
  await call.rememberReference(intent)

  const asked = { ...charge, operation, intent }
  const suffix = suffixOf(call.account)
  const described = suffix === null ? created : await send(call, describeIntent(intent, attemptId, suffix))
  if (isAboutState(described)) return lookAt(send, call, asked)
  if (described.status !== OK) return refusalOf(described)
  const method = await send(call, createPaymentMethod(charge, instrument.card))
  if (isAboutState(method)) return lookAt(send, call, asked)
  if (method.status !== OK) return refusalOf(method)

  const confirmed = await send(call, confirmIntent(intent, charge, idIn(method)))
  if (confirmed.status === OK) return decided(answerAsAsked(confirmed.json, asked))
  return isAboutState(confirmed) ? lookAt(send, call, asked) : refusalOf(confirmed)
}

export function unsupportedAmount(currency: string): string {
  return `Stripe cannot hold this amount of ${currency} to the last digit of its minor unit.`
}

/** The intent is not in the expected state, because another call was faster: reads it. */
async function lookAt(send: Send, call: Call, asked: AskedIntent): Promise<ProviderAnswer> {
  return decided(answerAsAsked(found(await send(call, readIntent(asked.intent))), asked))
}

function decided(answer: InquiryAnswer): ProviderAnswer {
  if (answer.kind === 'not-found') throw new UnknownOutcome('Stripe does not say what became of the charge.')
  return answer
}

import type { AskedAttempt, Call, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, asAsked, getPath, getText, UnknownOutcome } from '#providers/port/tools.ts'
import type { Send } from './client.ts'
import { balanceAccountOf } from './config.ts'
import type { PaymentChannel } from './payment-channel.ts'
import { repeatedAmount } from './translate/amount.ts'
import { requestRefused } from './translate/answer.ts'
import { answerOfTransfer, isPayable, type Payout, transferOf } from './translate/transfer.ts'

/** Adyen searches transfers from a start time. */
const LOOKS_BACK_MS = 30 * 24 * 60 * 60 * 1000
const CLOCKS_DIFFER_BY_MS = 5 * 60 * 1000

/** Payouts to an IBAN. An inquiry finds a transfer by Adyen's ID or ours. */
export function createPayoutHandler(send: Send): PaymentChannel<Payout> {
  return {
    async authorize(call, payout) {
      const balanceAccount = balanceAccountOf(call.account)
      if (balanceAccount === null) return answerWith('1001', 'The account has no balance_account to pay from.')
      if (!isPayable(payout)) return answerWith('1001', 'Adyen pays to an IBAN only.')
      const body = transferOf(balanceAccount, payout)
      const { attemptId: idempotencyKey } = payout
      const answer = await send(call, { method: 'POST', path: '/transfers', body, idempotencyKey })
      if (answer.status >= 400) return requestRefused(answer)
      return remembered(call, payout, answer.json)
    },

    async inquire(call, attempt) {
      const transfer = await find(send, call, attempt)
      return transfer === undefined ? { kind: 'not-found' } : remembered(call, attempt, transfer)
    },

    async reverse(call, attempt) {
      const id = getText(await standing(send, call, attempt), 'id')
      if (id === undefined) return
      const idempotencyKey = `${attempt.attemptId}-cancel`
      await send(call, { method: 'POST', path: '/transfers/cancel', body: { transferIds: [id] }, idempotencyKey })
      const left = await standing(send, call, attempt)
      if (left) throw new UnknownOutcome(`Adyen has not taken the transfer back (${getText(left, 'status')}).`)
    },
  }
}

async function remembered(
  call: Call,
  { money, attemptId }: Pick<AskedAttempt, 'money' | 'attemptId'>,
  transfer: unknown,
): Promise<ProviderAnswer> {
  const id = getText(transfer, 'id')
  if (id !== undefined) await call.rememberReference(id)
  return asAsked(answerOfTransfer(transfer), {
    ...repeatedAmount(money, getPath(transfer, 'amount')),
    ids: [[attemptId, getText(transfer, 'reference')]],
  })
}

/** Transfer, unless it failed. */
async function standing(send: Send, call: Call, attempt: AskedAttempt): Promise<unknown> {
  const transfer = await find(send, call, attempt)
  const answer = answerOfTransfer(transfer)
  return answer.kind === 'outcome' && answer.outcome.code === '1000' ? undefined : transfer
}

async function find(send: Send, call: Call, { attemptId, providerReference }: AskedAttempt): Promise<unknown> {
  if (providerReference !== null) return shown(send, call, `/transfers/${providerReference}`)
  const query = new URLSearchParams({
    balanceAccountId: balanceAccountOf(call.account) ?? '',
    reference: attemptId,
    createdSince: new Date(Date.now() - LOOKS_BACK_MS).toISOString(),
    createdUntil: new Date(Date.now() + CLOCKS_DIFFER_BY_MS).toISOString(),
  })
  return getPath(await shown(send, call, `/transfers?${query}`), 'data.0')
}

async function shown(send: Send, call: Call, path: string): Promise<unknown> {
  const { status, json } = await send(call, { method: 'GET', path })
  if (status >= 400) throw new UnknownOutcome(`Adyen did not show a transfer (${status}).`)
  return json
}

import type { BankAccountInstrument, Charge, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getText } from '#providers/port/tools.ts'
import { amountOf } from './amount.ts'
import { wordFor } from './answer.ts'

export interface Payout extends Charge {
  readonly instrument: BankAccountInstrument
}

/** ISO 13616: country, check digits, and 11 to 30 characters of the country's own. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** True for an IBAN with valid check digits (ISO 7064, modulo 97). */
export function isPayable({ instrument: { beneficiary } }: Payout): boolean {
  const iban = ibanIn(beneficiary.accountNumber.reveal())
  if (!IBAN.test(iban)) return false
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}

export function transferOf(balanceAccountId: string, { attemptId, money, instrument: { beneficiary } }: Payout) {
  const accountIdentification = { type: 'iban', iban: ibanIn(beneficiary.accountNumber.reveal()) }
  return {
    amount: amountOf(money),
    balanceAccountId,
    category: 'bank',
    counterparty: { bankAccount: { accountHolder: { fullName: beneficiary.accountName }, accountIdentification } },
    priority: 'regular',
    reference: attemptId,
  }
}

function ibanIn(accountNumber: string): string {
  return accountNumber.replaceAll(' ', '').toUpperCase()
}

/** Statuses of a transfer. Others leave the payout pending. */
const STATUSES: Readonly<Record<string, ProcessingCode>> = {
  booked: '0000',
  ...Object.fromEntries(
    ['refused', 'failed', 'error', 'cancelled', 'rejected', 'returned', 'reversed', 'expired'].map((status) => [
      status,
      '1000',
    ]),
  ),
}

export function answerOfTransfer(json: unknown): ProviderAnswer {
  const status = getText(json, 'status') ?? ''
  const code = STATUSES[status] ?? '1002'
  return answerWith(code, wordFor(code), {
    referenceNumber: getText(json, 'id') ?? null,
    providerResponseCode: status,
    providerResponseMessage: getText(json, 'reason') ?? null,
  })
}

import { currenciesWith, majorUnitsOf, minorUnits } from '#domain/currency.ts'
import { invalid } from '#domain/problem.ts'
import type { SettlementFault } from '#interface/settlement.ts'
import { isSimulator } from '#simulators/registry.ts'
import { listMovedMoney, type MovedMoney } from '#store/simulators/settled-money.ts'
import { showProviderAccount } from '../admin/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'

const HEADER = 'batch,type,reference,provider_reference,currency,gross,fee,net,settled_at'

/** A fee of a hundredth is taken from what comes in; an unpaid row is not part of the payout. */
interface Row extends MovedMoney {
  readonly net?: 'garbled'
  readonly isUnpaid?: true
}

/**
 * Writes the file of a simulated account, in the generic format, from the simulator's own ledger: the same one each time
 * (docs/operate/settlement-files.md#try-it). A fault concerns the first row.
 * @param day in UTC @throws RequestError 404; 422 if no simulator has the account
 */
export async function writeSimulatedFile(
  gateway: Gateway,
  providerAccountId: string,
  day: string,
  fault: SettlementFault | undefined,
): Promise<string> {
  const account = await showProviderAccount(gateway, providerAccountId)
  if (!isSimulator(account.provider)) throw invalid('provider_account_id', 'Use the account of a simulator.')
  const [first, ...others] = await listMovedMoney(gateway.sql, account, day)
  const rows: readonly Row[] = first ? [...withFault(first, fault), ...others] : []
  const sums = new Map<string, bigint>()
  for (const { currency, amount, type } of rows.filter(({ isUnpaid }) => !isUnpaid)) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amount - feeOf(type, amount))
  }
  const paidOut = { type: 'PAID_OUT', reference: null, providerReference: null, at: new Date(`${day}T23:59:59Z`) }
  const short = fault === 'unbalanced' ? 1n : 0n
  const payouts = [...sums].sort().map(([currency, sum]) => ({ ...paidOut, currency, amount: short - sum }))
  return [HEADER, ...[...rows, ...payouts].map((row) => lineOf(day, row)), ''].join('\r\n')
}

function withFault(row: Row, fault: SettlementFault | undefined): readonly Row[] {
  const { currency, amount, at } = row
  if (fault === 'missing') return []
  if (fault === 'extra') return [row, { ...row, reference: `not-ours-${at.getTime()}`, providerReference: null }]
  if (fault === 'amount') return [{ ...row, amount: amount + 1n }]
  if (fault === 'duplicate') return [row, { ...row, isUnpaid: true }]
  if (fault === 'garbled') return [{ ...row, net: 'garbled' }]
  if (fault !== 'currency') return [row]
  return [{ ...row, currency: currenciesWith(minorUnits(currency)!).find((other) => other !== currency)! }]
}

function feeOf(type: string, amount: bigint): bigint {
  return ['CAPTURE', 'PURCHASE', 'PAYMENT'].includes(type) ? amount / 100n : 0n
}

function lineOf(day: string, { type, reference, providerReference, currency, amount, at, net }: Row): string {
  const money = (minor: bigint) => majorUnitsOf({ amount: minor, currency })
  const fee = feeOf(type, amount)
  const names = [`${day}-${currency}`, type, reference ?? '', providerReference ?? '', currency]
  return [...names, money(amount), money(fee), net ?? money(amount - fee), at.toISOString()].join(',')
}

import type { Brand } from './brands.ts'
import { voidable } from './follow-up.ts'
import { keptText } from './kept-text.ts'
import type { ProviderAccount } from './merchant.ts'
import { newTransaction } from './new-transaction.ts'
import { normalizePart, type PartSum } from './normalize-part.ts'
import type { Problem } from './problem.ts'
import type { Transaction } from './transaction.ts'
import type { ExpiredBy } from './transaction-data.ts'

type Settings = ProviderAccount['settings']

const DEFAULT_DAYS = 7
const MAX_DAYS = 365
const DAY_SECONDS = 86_400

/** Seconds that an authorization lasts, by brand, with `*` for all others (docs/reference/admin.md#provider-accounts). */
export function authorizationSeconds({ authorization_days: days }: Settings, brand: Brand | null): number {
  const ofBrand = isTable(days) ? ((brand === null ? undefined : days[brand]) ?? days['*']) : days
  return (isDays(ofBrand) ? ofBrand : DEFAULT_DAYS) * DAY_SECONDS
}

/** Returns a 422 on `settings.authorization_days` unless it is a number of days, or a table of them by brand. */
export function validateAuthorizationDays({ authorization_days: days }: Settings): readonly Problem[] {
  if (days == null || isDays(days)) return []
  if (isTable(days) && Object.values(days).every(isDays)) return []
  const message = `authorization_days must be a number from 1 to ${MAX_DAYS}, or such numbers by brand.`
  return [{ property: 'settings.authorization_days', message, params: ['1', String(MAX_DAYS)] }]
}

function isDays(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= MAX_DAYS
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Expiry of the rest (docs/reference/follow-ups.md#authorization-expiry). @param parts approved or pending, read under lock */
export function draftExpiry(
  parent: Transaction,
  parts: readonly PartSum[],
  { id, expiredBy }: { readonly id: string; readonly expiredBy: ExpiredBy },
  at: Date,
): Transaction {
  const { merchantId, terminalId, orderId, reference, description, currency, metadata } = parent
  const { customer, customerIp, paymentMethod } = parent
  const { paymentProviderId, paymentProviderAccountId } = parent.processingResult
  const amount = voidable(parent)
  const draft = newTransaction(
    {
      ...{ id, merchantId, terminalId, orderId, parentId: parent.id, reference, description },
      transactionType: 'AUTHORIZATION_EXPIRY',
      ...{ currency, amount, customer, customerIp, paymentMethod, metadata },
      normalizedAmount: normalizePart(parent, parts, { type: 'AUTHORIZATION_EXPIRY', amount }),
      data: { expiredBy },
    },
    at,
  )
  const processingResult = { ...draft.processingResult, paymentProviderId, paymentProviderAccountId }
  return { ...draft, processingResult }
}

export function expiredAtProvider(draft: Transaction): Transaction {
  return { ...draft, status: 'APPROVED', processingCode: '0000', responseMessage: keptText(RELEASED) }
}

export const RELEASED = 'The provider released the rest of the authorization.'

import { PURCHASE_ONLY, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import type { Problem } from '#domain/problem.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { AuthorizeBody } from '#interface/authorize.ts'
import { VOUCHER_FIELDS } from '#interface/payment-method-body.ts'
import type { ValidParts } from '../../route.ts'
import { agreementProblems } from './agreement-problems.ts'
import { captureByProblems } from './capture-by.ts'
import { threeDsWishProblems } from './three-ds-wishes.ts'

type Body = ValidParts<AuthorizeBody>

/** Checks the body by its payment method (docs/reference/authorize.md#required-fields). */
export function authorizeRules(body: Body, gateway: Gateway): readonly Problem[] {
  const missing = requiredFields(body).filter((field) => body[field] === undefined)
  return [
    ...missing.map((property) => ({ property, message: 'Add this field; this payment method needs it.', params: [] })),
    ...purchaseOnly(body),
    ...indicator(body),
    ...captureByProblems(body, gateway),
    ...agreementProblems(body, gateway),
    ...threeDsWishProblems(body),
    ...optionsOfCharge(body),
    ...recoveryProblems(body),
    ...simulatorProblems(gateway, body),
  ]
}

function optionsOfCharge({ payment_method: method, options }: Body): Problem[] {
  if (method?.type !== 'agreement' || options?.three_ds === undefined) return []
  const message = 'Omit it; the shopper is away, so there is no 3-D Secure.'
  return [{ property: 'options.three_ds', message, params: [] }]
}

/** Rejects recovery of other payments than charges by agreement, and unordered days. */
function recoveryProblems({ payment_method: method, options }: Body): Problem[] {
  const recovery = options?.recovery
  if (recovery === undefined) return []
  const away = 'Omit it; only a charge by agreement is attempted again.'
  if (method?.type !== undefined && method.type !== 'agreement') {
    return [{ property: 'options.recovery', message: away, params: ['agreement'] }]
  }
  const days = recovery.after_days ?? []
  const isAscending = days.every((day, index) => index === 0 || day === undefined || day > (days[index - 1] ?? 0))
  const message = 'Name the days in ascending order, each once.'
  return isAscending ? [] : [{ property: 'options.recovery.after_days', message, params: [] }]
}

function requiredFields({ payment_method: method }: Body): readonly (keyof Body)[] {
  const type = method?.type ?? ''
  if (type === 'card' || type === 'saved_card') return ['browser_info']
  if (isNetworkToken(method) && method.data?.encrypted_cryptogram === undefined) return ['browser_info']
  if (VOUCHER_METHODS.some((voucher) => voucher === type)) return VOUCHER_FIELDS
  return WALLET_REDIRECTS.some((wallet) => wallet === type) ? ['return_url'] : []
}

/**
 * Rejects AUTHORIZE for wallets and vouchers, which charge immediately
 * (docs/reference/authorize.md#redirects-and-vouchers).
 */
function purchaseOnly({ payment_method: method, transaction_type: type }: Body): Problem[] {
  if (type !== 'AUTHORIZE' || !PURCHASE_ONLY.includes(method?.type ?? '')) return []
  const message = 'Use PURCHASE; this payment method charges immediately.'
  return [{ property: 'transaction_type', message, params: ['PURCHASE'] }]
}

/** Requires cryptogram and indicator together (docs/reference/tokens.md#network-tokens). */
function indicator({ payment_method: method }: Body): Problem[] {
  if (!isNetworkToken(method) || !method.data) return []
  const { encrypted_cryptogram: cryptogram, eci } = method.data
  if ((cryptogram === undefined) === (eci === undefined)) return []
  const message = eci === undefined ? 'Add the eci that came with the cryptogram.' : 'Omit eci without a cryptogram.'
  return [{ property: 'payment_method.data.eci', message, params: [] }]
}

type NetworkToken = Extract<AuthorizeBody['payment_method'], { type: 'network-token' }>

function isNetworkToken(method: Body['payment_method']): method is ValidParts<NetworkToken> {
  return method?.type === 'network-token'
}

/** docs/reference/simulators.md#metadata; plain data without simulators. @param body any parsed JSON value, perhaps invalid */
export function simulatorProblems(gateway: Gateway, body: unknown): readonly Problem[] {
  const metadata = (body as { metadata?: unknown } | null)?.metadata
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return []
  const directives = metadata as Readonly<Record<string, unknown>>
  const readers = [...gateway.providers.values(), ...(gateway.threeDs ? [gateway.threeDs] : [])]
  const problems = readers.flatMap((reader) => reader.checkMetadata(directives))
  // Simulators share keys; each is reported once.
  return [...new Map(problems.map((problem) => [problem.property, problem])).values()]
}

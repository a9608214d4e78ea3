import { Type } from 'typebox'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { captureByProblems as timeProblems } from '#flows/payment/authorize/capture-by.ts'

/** `options.capture_by` (docs/reference/authorize.md#capture-by). */
export const CaptureBy = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'Of an AUTHORIZE: voids at this time what is not captured. At most the limit of the provider account.',
  }),
)

export function captureByOf(options: { readonly capture_by?: string | undefined } | undefined): Date | null {
  return options?.capture_by === undefined ? null : new Date(options.capture_by)
}

interface Body {
  readonly transaction_type?: 'AUTHORIZE' | 'PURCHASE' | undefined
  readonly options?: { readonly capture_by?: string | undefined } | undefined
}

/** Rejects past times; the clock of the merchant and the limit of the provider are checked later. */
export function captureByProblems({ transaction_type: type, options }: Body, { clock }: Gateway): readonly Problem[] {
  const captureBy = captureByOf(options)
  if (captureBy !== null && type === 'PURCHASE') {
    const message = 'Omit capture_by; only an AUTHORIZE is captured later.'
    return [{ property: 'options.capture_by', message, params: ['AUTHORIZE'] }]
  }
  return timeProblems(captureBy, undefined, null, clock.now())
}

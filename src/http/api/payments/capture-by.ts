import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { captureByProblems as timeProblems } from '#flows/payment/authorize/capture-by.ts'
import { captureByOf } from '#interface/payment-options.ts'

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

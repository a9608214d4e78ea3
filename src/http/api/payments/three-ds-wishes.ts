import { type Problem, problem } from '#domain/problem.ts'
import type { ThreeDsOptions } from '#interface/payment-options.ts'
import type { ValidParts } from '../../route.ts'

interface Body {
  readonly agreement?: unknown
  readonly options?: ValidParts<ThreeDsOptions> | undefined
}

export function threeDsWishProblems({ agreement, options }: Body): Problem[] {
  const { challenge, exemption } = options?.three_ds ?? {}
  if (exemption === undefined || (challenge !== 'MANDATED' && agreement === undefined)) return []
  const message = 'Omit the exemption; this payment needs a challenge.'
  return [problem('options.three_ds.exemption', message)]
}

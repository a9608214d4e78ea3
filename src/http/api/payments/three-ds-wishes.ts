import { type Static, Type } from 'typebox'
import type { Problem } from '#domain/problem.ts'
import { CHALLENGES, EXEMPTIONS, type ThreeDsWishes } from '#domain/three-ds-wishes.ts'
import type { ValidParts } from '../../route.ts'

/** Fields of `options.three_ds` about challenges and exemptions (docs/reference/three-ds.md#wishes). */
export const THREE_DS_WISHES = {
  challenge: Type.Optional(Type.Enum([...CHALLENGES], { description: 'Your wish for a challenge.' })),
  exemption: Type.Optional(Type.Enum([...EXEMPTIONS], { description: 'One of the `exemptions` of the terminal.' })),
}

const Wishes = Type.Object(THREE_DS_WISHES)

interface Options {
  readonly three_ds?: Static<typeof Wishes> | undefined
}

export function threeDsWishesOf(options: Options | undefined): ThreeDsWishes | null {
  const { challenge = null, exemption = null } = options?.three_ds ?? {}
  return challenge === null && exemption === null ? null : { challenge, exemption }
}

interface Body {
  readonly agreement?: unknown
  readonly options?: ValidParts<Options> | undefined
}

export function threeDsWishProblems({ agreement, options }: Body): Problem[] {
  const { challenge, exemption } = options?.three_ds ?? {}
  if (exemption === undefined || (challenge !== 'MANDATED' && agreement === undefined)) return []
  const message = 'Omit the exemption; this payment needs a challenge.'
  return [{ property: 'options.three_ds.exemption', message, params: [] }]
}

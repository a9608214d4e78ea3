import { type Static, Type } from 'typebox'
import { CHALLENGES, EXEMPTIONS, type ThreeDsWishes as Wishes } from '#domain/three-ds-wishes.ts'
import { InstantOf } from './types.ts'

/** `options.capture_by` (docs/reference/authorize.md#capture-by). */
export const CaptureBy = Type.Optional(
  InstantOf({
    description: 'Of an AUTHORIZE: voids at this time what is not captured. At most the limit of the provider account.',
  }),
)

export function captureByOf(options: { readonly capture_by?: string | undefined } | undefined): Date | null {
  return options?.capture_by === undefined ? null : new Date(options.capture_by)
}

/** Fields of `options.three_ds` about challenges and exemptions (docs/reference/three-ds.md#wishes). */
export const THREE_DS_WISHES = {
  challenge: Type.Optional(Type.Enum([...CHALLENGES], { description: 'Your wish for a challenge.' })),
  exemption: Type.Optional(Type.Enum([...EXEMPTIONS], { description: 'One of the `exemptions` of the terminal.' })),
}

const ThreeDsWishes = Type.Object(THREE_DS_WISHES)

export interface ThreeDsOptions {
  readonly three_ds?: Static<typeof ThreeDsWishes> | undefined
}

export function threeDsWishesOf(options: ThreeDsOptions | undefined): Wishes | null {
  const { challenge = null, exemption = null } = options?.three_ds ?? {}
  return challenge === null && exemption === null ? null : { challenge, exemption }
}

import { Type } from 'typebox'
import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import type { Html } from '#html/html.ts'
import { fieldsOf, type Shown } from '../parts/form.ts'

const OVERLAPS = [
  [String(OVERLAP_SECONDS), 'For one day'],
  ['3600', 'For one hour'],
  ['604800', 'For seven days'],
  ['0', 'Not at all'],
] as const

export const OverlapForm = Type.Object({ overlap_seconds: Type.Optional(Type.Enum(OVERLAPS.map(([value]) => value))) })

/** Overlap that was chosen in seconds; undefined for the default. */
export const overlapOf = ({ overlap_seconds: chosen }: { readonly overlap_seconds?: string }) =>
  chosen === undefined ? undefined : Number(chosen)

export function overlapField({ problems }: Shown): Html {
  return fieldsOf({ problems, form: {} })({
    name: 'overlap_seconds',
    label: 'The current secret keeps working',
    value: OVERLAPS[0][0],
    options: OVERLAPS,
  })
}

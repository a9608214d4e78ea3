import { Type } from 'typebox'
import { Instant } from '#interface/types.ts'

/** Times of creation, as parameters of lists. */
export const Period = {
  created_from: Type.Optional(Instant),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Not included itself.' })),
}

export function periodOf(query: {
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}) {
  return { createdFrom: momentOf(query.created_from), createdTo: momentOf(query.created_to) }
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}

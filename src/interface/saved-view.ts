import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { VIEW_FILTERS } from '#domain/saved-view.ts'
import { Instant } from './types.ts'
import { listOf, wire } from './wire.ts'

const Filters = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 255 },
  description: `Parameters of \`/dashboard/transactions\`: ${VIEW_FILTERS.join(', ')}.`,
})

export const SavedViewBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: LONGEST_NAME.savedView }),
  filters: Filters,
})

export const SavedViewRecord = wire(null, {
  id: Type.String(),
  name: Type.String(),
  filters: Filters,
  shared: Type.Boolean({ description: 'True if the view is shared with the merchant team.' }),
  created_at: Instant,
}).named({ shared: 'isShared' })

export const SavedViewList = wire(null, { items: listOf(SavedViewRecord) }).named()

export const SavedViewParams = Type.Object({ id: Type.String() })

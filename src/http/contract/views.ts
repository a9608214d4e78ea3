import { Type } from 'typebox'

const Filters = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 255 },
  description: 'Parameters of `/dashboard/transactions`.',
})

export const SavedViewBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }), filters: Filters })

/** A named list (docs/reference/transactions.md#saved-views). */
export const SavedViewRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  filters: Filters,
  shared: Type.Boolean({ description: 'True if the view is shared with the merchant team.' }),
  created_at: Type.String({ format: 'date-time' }),
})

export const SavedViews = Type.Object({ items: Type.Array(SavedViewRecord) })

export const SavedViewParams = Type.Object({ id: Type.String() })

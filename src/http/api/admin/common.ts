import { Type } from 'typebox'
import { Paging } from '../common/types.ts'

export const Activity = Type.Enum(['ACTIVE', 'INACTIVE'])

export const CreatedAt = Type.String({ format: 'date-time' })

export const ListQuery = Type.Object(Paging)

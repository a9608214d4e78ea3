import { Type } from 'typebox'
import { FreeText, Paging } from '../common/types.ts'

export const Name = FreeText({ minLength: 1, maxLength: 120 })

export const Activity = Type.Enum(['ACTIVE', 'INACTIVE'])

export const CreatedAt = Type.String({ format: 'date-time' })

export const ListQuery = Type.Object(Paging)

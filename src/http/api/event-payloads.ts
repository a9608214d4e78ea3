import { type TObject, type TSchema, Type } from 'typebox'
import type { EventType, FurtherEvent } from '#domain/event-types.ts'
import * as interfaced from '#interface/events/index.ts'
import { EventPayload } from '#interface/events/processed.ts'

/** Further events with the payloads under titles of their own, also those that show a record. */
export const FURTHER_EVENTS = Object.fromEntries(
  Object.entries(interfaced.FURTHER_EVENTS).map(([type, { when, payload }]) => [
    type,
    { when, payload: payloadOf(type, payload) },
  ]),
) as Readonly<Record<FurtherEvent['type'], { readonly when: string; readonly payload: TObject }>>

function payloadOf(type: string, payload: TSchema): TObject {
  const { title, properties } = payload as TObject & { readonly title: string }
  if (title.endsWith(' payload')) return payload as TObject
  const words = type.replaceAll(/[._]/g, ' ')
  return Type.Object(properties, { title: `${words[0]!.toUpperCase()}${words.slice(1)} payload` })
}

export function whenSent(type: EventType): string {
  return type === 'transaction.processed' ? 'A transaction reached its final status' : FURTHER_EVENTS[type].when
}

export const ProcessedEvent = Type.Object(
  { event: Type.Literal('transaction.processed'), payload: EventPayload },
  { title: 'Processed event' },
)

export function furtherEventBody(type: FurtherEvent['type']): TObject {
  const { payload } = FURTHER_EVENTS[type]
  const title = `${(payload as { title?: string }).title!.replace(' payload', '')} event`
  return Type.Object({ event: Type.Literal(type), payload }, { title })
}

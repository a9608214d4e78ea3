import type { TSchema } from 'typebox'
import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { whenSent } from '../api/event-payloads.ts'
import { exampleOf } from './examples.ts'
import { markdownTable } from './markdown-table.ts'
import { eventBody } from './webhooks.ts'

/** Markdown for docs/reference/event-types.md. */
export function eventReference(): string {
  const overview = markdownTable(
    ['Type', 'Sent when'],
    EVENT_TYPES.map((type) => [`[\`${type}\`](#${anchorOf(type)})`, `${whenSent(type)}.`]),
  )
  return [overview, ...EVENT_TYPES.map(chapter)].join('\n')
}

const anchorOf = (type: EventType) => type.replaceAll('.', '')

function chapter(type: EventType): string {
  const body = eventBody(type)
  const example = JSON.stringify(exampleOf(body), null, 2)
  const fields = markdownTable(['Field of `payload`', 'Type', ''], fieldsOf(body).map(fieldRow))
  return `## ${type}\n\n${whenSent(type)}.\n\n${fields}\n\`\`\`json\n${example}\n\`\`\`\n`
}

interface Field {
  readonly type?: string
  readonly anyOf?: readonly Field[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Field>>
}

function fieldsOf(body: TSchema): [string, Field][] {
  const { payload } = (body as Field).properties as { payload: Field }
  return Object.entries(payload.properties!)
}

function fieldRow([name, field]: [string, Field]): string[] {
  return [`\`${name}\``, typeOf(field), field.description ?? '']
}

function typeOf({ type, anyOf, const: only, enum: values, format }: Field): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (only !== undefined) return `\`${only}\``
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  return format ? `${type}, ${format}` : String(type)
}

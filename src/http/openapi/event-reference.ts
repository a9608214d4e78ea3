import type { TSchema } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { whenSent } from '../api/event-payloads.ts'
import { markdownTable } from './code-reference.ts'
import { eventBody } from './webhooks.ts'

/** Markdown for docs/reference/event-types.md. */
export function eventReference(): string {
  const overview = markdownTable(
    ['Type', 'Sent when'],
    EVENT_TYPES.map((type) => [`\`${type}\``, `${whenSent(type)}.`]),
  )
  const fields = Map.groupBy(fieldsOf(eventBody('transaction.processed')), ([, { description = '' }]) => description)
  const table = markdownTable(['Fields of `payload`', ''], [...fields].map(fieldRow))
  return `${overview}\n## transaction.processed\n\n${table}`
}

interface Field {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Field>>
}

function fieldsOf(body: TSchema): [string, Field][] {
  const { payload } = (body as Field).properties as { payload: Field }
  return Object.entries(payload.properties!)
}

function fieldRow([description, fields]: [string, [string, Field][]]): string[] {
  return [fields.map(([name]) => `\`${name}\``).join(' '), description]
}

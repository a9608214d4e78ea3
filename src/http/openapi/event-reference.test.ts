import { expect, it } from 'vitest'
import { eventReference } from './event-reference.ts'

// A page of docs/reference is written from the schemas: `npx vitest run src/http/openapi -u`.

const HEADING = `# Event types

<!-- Written by src/http/openapi/event-reference.ts from the schemas in the code. -->

\`/openapi.json\` has these events as \`webhooks\`. An endpoint gets the types it asks for by \`event_types\`, and \`transaction.processed\` where it never asked for any. Every
event is recorded; \`GET /api/events\` follows the same rule, and lists the others with \`event\`. Payloads may gain fields, and there may be further types: a reader
passes over what it does not know. Delivery, signature and schedule are the same for all ([events](events.md)).

`

it('docs/reference/event-types.md is the catalogue of events as the schemas have them', async () => {
  await expect(HEADING + eventReference()).toMatchFileSnapshot('../../../docs/reference/event-types.md')
})

import { expect, it } from 'vitest'
import { eventReference } from './event-reference.ts'

// A page of docs/reference is written from the schemas: `npx vitest run src/http/openapi -u`.

const HEADING = `# Event types

<!-- Written by src/http/openapi/event-reference.ts from the schemas in the code. -->

\`/openapi.json\` has these events as \`webhooks\`. Endpoints [subscribe to types](events.md#further-types), by default to \`transaction.processed\`
alone. Every event is recorded; \`GET /api/events\` [lists them](events.md#looking-back). Payloads may gain fields, and there may be further
types: ignore what you do not know. Delivery, signature and schedule are the same for all ([events](events.md)).

`

it('docs/reference/event-types.md is the catalog of events as the schemas have them', async () => {
  await expect(HEADING + eventReference()).toMatchFileSnapshot('../../../docs/reference/event-types.md')
})

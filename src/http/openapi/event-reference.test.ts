import { expect, it } from 'vitest'
import { eventReference } from './event-reference.ts'

// A page of docs/reference is written from the schemas: `npx vitest run src/http/openapi -u`.

const HEADING = `# Event types

<!-- Written by src/http/openapi/event-reference.ts from the schemas in the code. -->

\`/docs/api/events\` of a gateway lists a page for each type, with payload and example; \`webhooks\` of
\`/openapi.json\` has the same. They may gain fields, and there may be further types: ignore what you do not know. Endpoints
[subscribe to types](events.md#further-types), by default to \`transaction.processed\` alone. Every type is
[recorded](events.md#looking-back), signed and [repeated](events.md#schedule) in the same way.

`

it('docs/reference/event-types.md is the catalog of events as the schemas have them', async () => {
  await expect(HEADING + eventReference()).toMatchFileSnapshot('../../../docs/reference/event-types.md')
})

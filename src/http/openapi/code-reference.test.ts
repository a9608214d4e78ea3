import { expect, it } from 'vitest'
import { codeOverview } from './code-reference.ts'

// A page of docs/reference is written from the tables of codes: `npx vitest run src/http/openapi/code-reference -u`.

const HEADING = `# Processing codes and errors

<!-- Written by src/http/openapi/code-reference.ts from the tables in the code. -->

Each code has a page, \`/docs/errors/{code}\` of a gateway: what to do, who may retry, and what to tell the shopper.
\`/docs/api/codes-and-errors\` has them in one.

`

it('docs/reference/processing-codes.md lists every code of the interface as the tables have it', async () => {
  await expect(HEADING + codeOverview()).toMatchFileSnapshot('../../../docs/reference/processing-codes.md')
})

import { expect, it } from 'vitest'
import { codeReference } from './code-reference.ts'

// A page of docs/reference is written from the tables of codes: `npx vitest run src/http/openapi/code-reference -u`.

const HEADING = `# Processing codes and errors

<!-- Written by src/http/openapi/code-reference.ts from the tables in the code. -->

`

it('docs/reference/processing-codes.md lists every code of the interface as the tables have it', async () => {
  await expect(HEADING + codeReference()).toMatchFileSnapshot('../../../docs/reference/processing-codes.md')
})

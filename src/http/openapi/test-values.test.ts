import { expect, it } from 'vitest'
import { BRANDS, type Brand, brandOf } from '#domain/brands.ts'
import { isCardNumber } from '#domain/card-rules.ts'
import { testValues } from '#flows/simulators/test-values.ts'
import { get } from '../route.ts'
import { openApiDocument } from './document.ts'
import { testValuesReference } from './test-values.ts'

// A page of docs/integrate is written from the simulators' tables: `npx vitest run src/http/openapi -u`.

const HEADING = `# Test cards and values

<!-- Written by src/http/openapi/test-values.ts from the simulators' own tables. -->

<!-- Keywords: test card, magic value -->

Use these numbers and values in UAT; \`/docs\` of a gateway in UAT shows them too. In production they are ordinary data. More about the simulators: [reference](../reference/simulators.md).

`

it('docs/integrate/test-values.md lists the test cards and magic values as the simulators have them', async () => {
  await expect(HEADING + testValuesReference()).toMatchFileSnapshot('../../../docs/integrate/test-values.md')
})

it('stands in the API reference where there are simulators, and only there', () => {
  const addresses = { realm: 'uat', baseUrl: 'http://a', authUrl: 'http://a', authAudience: '' } as const
  const chapters = (tag: 'Simulators' | 'Events') => {
    const shown = get('/x', {
      guard: 'merchant',
      permission: 'payments.read',
      tag,
      operation: 'x',
      summary: 'x',
      handle: async () => ({ status: 204 }),
    })
    return (openApiDocument([shown], addresses) as { tags: { name: string }[] }).tags.map(({ name }) => name)
  }
  expect(chapters('Simulators')).toContain('Test cards and values')
  expect(chapters('Events')).not.toContain('Test cards and values')
})

it('each brand has one test card, which the gateway takes as one of that brand', () => {
  const { cards } = testValues()
  expect(cards.map(({ brand }) => brand)).toEqual(BRANDS)
  for (const { brand, number } of cards) expect([isCardNumber(number), brandOf(number)]).toEqual([true, brand as Brand])
})

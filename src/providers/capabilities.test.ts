import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { MethodCapabilities } from '#domain/capabilities.ts'
import { Secret } from '#domain/secret.ts'
import type { AcquirerStore } from './iso8583/acquirer-store.ts'
import { createIso8583 } from './iso8583/index.ts'
import type { LineStore, SealedInbox } from './iso8583/line-store.ts'
import type { Watch } from './iso8583/watch.ts'
import { createConnectors, createModuleProviders } from './registry.ts'

// docs/providers/capabilities.md is drawn from what the connectors declare;
// `npm run test:server src/providers -- -u` does it.

const HEADING = `# What each provider can do

The connectors declare these tables. Terminals, routing and the hosted page offer only what an account supports. A follow-up that
[the account of the payment does not support](../reference/follow-ups.md#what-its-account-can-do) is not sent.
`

const COLUMNS = `
| Method | Operations | Captures | Voids | Refunds | Needs of the customer | Currencies | Networks |
|---|---|---|---|---|---|---|---|
`

const CAPTURES = { none: '–', partial: 'one, of any part', multiple: 'several parts' }
/** A longer list is counted. */
const LONGEST_LIST = 12

const iso8583 = createIso8583({
  book: {} as AcquirerStore,
  cards: { seal: () => new Uint8Array(), open: () => new Secret('') },
  lineBook: {} as LineStore,
  post: {} as SealedInbox,
  observe: (_account, _operation, ask) => ask(),
  watch: {} as Watch,
  reach: null,
})
const providers = [...createConnectors({ realm: 'production', sandboxes: {} }), iso8583]

/** Cells behind the method. */
function cellsOf(method: string, of: MethodCapabilities): string {
  const cells = [
    of.operations.join(', '),
    CAPTURES[of.captures],
    of.operations.includes('VOID') ? (of.voidsRest ? 'the rest too' : 'in full') : '–',
    of.operations.includes('REFUND') ? (of.partialRefunds ? 'in parts' : 'whole') : '–',
    of.requires.join(', ') || '–',
    listed(of.currencies),
    method === 'PAYOUT' || of.threeDs === 'none' ? '–' : listed(of.brands),
  ]
  return cells.join(' | ')
}

/** The rows of a provider. Methods of equal capabilities share one. */
function rowsOf(capabilities: Readonly<Record<string, MethodCapabilities>>): string {
  const rows = Map.groupBy(Object.keys(capabilities), (method) => cellsOf(method, capabilities[method]!))
  return [...rows].map(([cells, methods]) => `| \`${methods.join('` `')}\` | ${cells} |\n`).join('')
}

function listed(values: readonly string[] | null): string {
  if (values === null) return 'all'
  return values.length > LONGEST_LIST ? String(values.length) : values.join(', ')
}

it('docs/providers/capabilities.md says what connectors declare', async () => {
  const chapters = providers.map(({ name, capabilities }) => `\n## ${name}\n${COLUMNS}${rowsOf(capabilities)}`)
  await expect(HEADING + chapters.join('')).toMatchFileSnapshot('../../docs/providers/capabilities.md')
})

it.each(providers.map(({ name, credentials }) => [name, Object.keys(credentials)] as const))(
  'the guide of %s names every credential: %j',
  async (name, names) => {
    const guide = await readFile(new URL(`../../docs/providers/${name}.md`, import.meta.url), 'utf8')
    for (const credential of names) expect(guide).toContain(`\`${credential}\``)
  },
)

it('a sandbox for an unknown provider is rejected, because its real host would be called', () => {
  const sandboxes = { strpe: 'http://127.0.0.1:1' }
  const create = () => createModuleProviders([], { realm: 'uat', sandboxes, log: { error: () => undefined } })
  expect(create).toThrow(/^PROVIDER_SANDBOXES names strpe; use one of .*stripe/)
})

it('no connector is a simulator', () => {
  expect(providers.filter(({ name }) => name.includes('simulator'))).toEqual([])
})

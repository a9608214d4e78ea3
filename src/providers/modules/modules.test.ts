import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#app/log.ts'
import { attemptOf, CARD_NUMBER, callOn, chargeOf, followUpOf } from '#provider/contract/test-charges.ts'
import { OtherMoney, type Provider, UnknownOutcome } from '#providers/port/provider.ts'
import { EXAMPLE, type ModuleFolder, openModuleFolder } from '#test/provider-module.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { createModuleProviders } from '../registry.ts'
import { loadModules } from './load-modules.ts'

let folder: ModuleFolder
const lines: string[] = []
const log = createLog('info', 'test', (line) => void lines.push(line))

beforeAll(async () => {
  folder = await openModuleFolder()
})
afterAll(() => folder.remove())

async function open(...places: string[]): Promise<readonly Provider[]> {
  return createModuleProviders(await loadModules(places), { realm: 'uat', sandboxes: {}, log })
}

let count = 0

/** The example with other members, as the gateway runs it. */
async function exampleWith(members: string): Promise<Provider> {
  count += 1
  const [provider] = await open(await folder.writeExample(`example-${count}.mjs`, members))
  return provider!
}

const account = accountOn('acme')
const charge = chargeOf(account, {})

describe('a provider module', () => {
  it('is loaded by path, and by the name of an installed package', async () => {
    const place = `tollgate-provider-of-test-${process.pid}`
    await mkdir(`node_modules/${place}`)
    try {
      await writeFile(`node_modules/${place}/package.json`, '{"type":"module","exports":"./index.js"}')
      const source = `import create from ${JSON.stringify(EXAMPLE)}\nexport default (tools) => ({ ...create(tools), name: 'packed' })`
      await writeFile(`node_modules/${place}/index.js`, source)
      expect((await open(EXAMPLE, place)).map(({ name }) => name)).toEqual(['acme', 'packed'])
    } finally {
      await rm(`node_modules/${place}`, { recursive: true })
    }
  })

  it('may be a CommonJS module, or an instance of a class', async () => {
    const path = await folder.write(
      'common.cjs',
      `class Acme {
  #code = '1000'
  name = 'common'
  capabilities = {
    card: {
      operations: ['PURCHASE'], captures: 'none', partialRefunds: false, voidsRest: false, currencies: null, countries: null,
      brands: null, threeDs: 'gateway', requires: [], barsLateCharges: true,
    },
  }
  credentials = {}
  constructor(tools) { this.tools = tools }
  async authorize() { return this.tools.answerWith(this.#code, 'No.') }
  followUp() { return this.authorize() }
  inquire() { return this.authorize() }
  async reverse() {}
  async probe() { return [] }
  checkMetadata() { return [] }
  checkSettings() { return [] }
  readNotice() { return [] }
}
module.exports = (tools) => new Acme(tools)`,
    )
    const [provider] = await open(path)
    expect(await provider!.authorize(callOn(account), charge)).toMatchObject({ outcome: { code: '1000' } })
  })

  it('gets its sandbox as origin, and only its own', async () => {
    const path = await folder.writeExample(
      'origin.mjs',
      '{ checkMetadata: () => [{ property: String(tools.origin), message: "", params: [] }] }',
    )
    const originWith = async (sandboxes: Record<string, string>) => {
      const [provider] = createModuleProviders(await loadModules([path]), { realm: 'uat', sandboxes, log })
      return provider!.checkMetadata({})[0]!.property
    }
    expect(await originWith({ acme: 'http://127.0.0.1:1' })).toBe('http://127.0.0.1:1')
    expect(await originWith({ stripe: 'http://127.0.0.1:1' })).toBe('undefined')
  })
})

const REFUSED: readonly (readonly [string, source: string, message: string])[] = [
  ['no default export', 'export const create = () => ({})', 'has no function as its default export'],
  ['a promise as its default export', 'export default Promise.resolve(() => ({}))', 'has no function as its default'],
  ['an error while it loads', 'throw new Error("no\\nlicense")', 'cannot be loaded: Error: no license.'],
  ['a syntax error', 'export default (', 'cannot be loaded: SyntaxError: '],
  ['an error at start', 'export default () => { throw new Error("no key") }', 'makes no provider: Error: no key.'],
  ['null thrown at start', 'export default () => { throw null }', 'makes no provider: null.'],
  [
    'something thrown that cannot be printed',
    'export default () => { throw { toString() { throw 1 } } }',
    'makes no provider: something that has no text.',
  ],
  ['a promise instead of a provider', 'export default async () => ({})', 'is a promise; return the provider itself.'],
  ['no provider', 'export default () => null', 'what its function returned is not an object.'],
  ['a getter that throws', 'export default () => ({ get name() { throw new Error("got") } })', 'Error: got.'],
]

const REFUSED_MEMBERS: readonly (readonly [members: string, message: string])[] = [
  ['{ name: "__proto__" }', 'name must be'],
  ['{ name: "constructor" }', 'name must be'],
  ['{ name: "card-simulator" }', 'name must be'],
  ['{ name: undefined }', 'name must be'],
  ['{ name: "stripe" }', 'has the name stripe, which another provider has.'],
  ['{ name: "iso8583" }', 'has the name iso8583, which another provider has.'],
  ['{ inquire: undefined }', 'inquire is not a function.'],
  ['{ readNotice: "no" }', 'readNotice is not a function.'],
  ['{ readSettlement: {} }', 'readSettlement is not a function.'],
  ['{ disputes: {} }', 'inquire is not a function.'],
  ['{ credentials: { "__proto__x": {} } }', 'credentials has "__proto__x"; use a name like api_key.'],
  ['{ credentials: { key: { label: "Key" } } }', 'credentials.key needs a text as label and a function as problemOf.'],
  ['{ settings: { mode: { expects: "x", kind: "magic" } } }', 'settings.mode.kind must be number, switch or lines.'],
  ['{ capabilities: null }', 'capabilities is not an object.'],
  ['{ capabilities: {} }', 'capabilities has no payment method.'],
  ['{ capabilities: { gold: {} } }', 'capabilities.gold is none of card, '],
  ['{ capabilities: JSON.parse(\'{"__proto__":{}}\') }', 'capabilities.__proto__ is none of card, '],
  ['{ capabilities: { card: {} } }', 'capabilities.card.operations must be a list of AUTHORIZE, '],
  [
    '{ capabilities: { card: { ...provider.capabilities.card, currencies: ["EUR", "EURO"] } } }',
    'currencies must be null or',
  ],
  [
    '{ capabilities: { card: { ...provider.capabilities.card, brands: "visa" } } }',
    'brands must be null or a list of visa',
  ],
  ['{ capabilities: { card: { ...provider.capabilities.card, more: () => 1 } } }', 'DataCloneError'],
]

describe('a gateway does not start with a module that has', () => {
  it.each(REFUSED)('%s', async (name, source, message) => {
    await isRefused(await folder.write(`${name.replaceAll(' ', '-')}.mjs`, source), message)
  })

  it.each(REFUSED_MEMBERS)('%s', async (members, message) => {
    count += 1
    await isRefused(await folder.writeExample(`refused-${count}.mjs`, members), message)
  })

  it('the name of another module, or no file', async () => {
    await expect(open(EXAMPLE, EXAMPLE)).rejects.toThrow('has the name acme, which another provider has.')
    await isRefused('/nowhere/acme.ts', 'cannot be loaded: ')
    await isRefused('tollgate-provider-of-nobody', 'cannot be loaded: ')
  })

  async function isRefused(place: string, message: string): Promise<void> {
    const error = await open(place).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: 'ModuleError' })
    const { message: text } = error as Error
    expect(text).toContain(message)
    expect(text.startsWith(`PROVIDER_MODULES: ${place} `)).toBe(true)
    expect(text).not.toContain('\n')
  }

  it('one line on standard error', async () => {
    const path = await folder.write('start.mjs', 'export default () => { throw new Error("no\\nkey") }')
    const env = { PATH: process.env.PATH, PROVIDER_MODULES: path, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { status, stderr } = spawnSync(process.execPath, ['src/main.ts'], { env, encoding: 'utf8', timeout: 60_000 })
    expect(status).toBe(1)
    expect(stderr).toBe(`Tollgate stops: PROVIDER_MODULES: ${path} makes no provider: Error: no key.\n`)
  })
})

describe('a call of a module', () => {
  it.each([
    [
      'a TypeError that quotes the card',
      '{ authorize() { null[this.card = arguments[1].instrument.card.number.reveal()] } }',
    ],
    [
      'a rejection',
      '{ authorize: async (_, { instrument }) => { throw new RangeError(instrument.card.number.reveal()) } }',
    ],
    ['a text', '{ authorize: async (_, { instrument }) => { throw instrument.card.number.reveal() } }'],
    ['null', '{ authorize: async () => { throw null } }'],
    ['an error whose members throw', '{ authorize: async () => { throw { get name() { throw 1 } } } }'],
  ])('that throws %s is an unknown outcome, logged with its name and without the card', async (_, members) => {
    const provider = await exampleWith(members)
    lines.length = 0
    await expect(provider.authorize(callOn(account), charge)).rejects.toThrow(UnknownOutcome)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      provider: 'acme',
      member: 'authorize',
      msg: 'provider module failed',
    })
    expect(lines[0]).not.toContain(CARD_NUMBER)
  })

  it('says in which line it failed', async () => {
    const provider = await exampleWith('{ async probe() { missing() } }')
    lines.length = 0
    await expect(provider.probe(callOn(account))).rejects.toThrow(UnknownOutcome)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      thrown: 'ReferenceError',
      at: expect.arrayContaining([expect.stringMatching(/example-\d+\.mjs:4:\d+$/)]),
    })
  })

  it('keeps UnknownOutcome and OtherMoney as they are', async () => {
    const provider = await exampleWith('{ authorize: async () => { throw new tools.OtherMoney("Another amount.") } }')
    lines.length = 0
    await expect(provider.authorize(callOn(account), charge)).rejects.toThrow(OtherMoney)
    expect(lines).toEqual([])
  })

  it('ends with its time, even if the module never answers', async () => {
    const provider = await exampleWith('{ authorize: () => new Promise(() => {}) }')
    const call = callOn(account, {}, AbortSignal.timeout(50))
    await expect(provider.authorize(call, charge)).rejects.toThrow(UnknownOutcome)
  })

  it.each([
    'undefined',
    '{}',
    '{ kind: "not-found" }',
    '{ kind: "approved" }',
    '{ kind: "outcome" }',
    '{ kind: "outcome", outcome: { code: "9999" } }',
    '{ kind: "outcome", outcome: { code: "toString" } }',
    '{ kind: "outcome", outcome: { code: "0000", approvalCode: 7 } }',
    '{ kind: "outcome", outcome: { code: "0000", authorizationLimit: new Date(NaN) } }',
    '{ kind: "shopper-step", step: { kind: "redirect" } }',
    '{ kind: "shopper-step", step: { kind: "form", url: "https://x.example", data: { a: 1 } } }',
    '{ get kind() { throw new Error("got") } }',
  ])('that returns %s is an unknown outcome', async (answer) => {
    const provider = await exampleWith(`{ authorize: async () => (${answer}) }`)
    await expect(provider.authorize(callOn(account), charge)).rejects.toThrow(UnknownOutcome)
  })

  it('completes an outcome, so that it can be stored', async () => {
    const answer =
      '{ kind: "outcome", outcome: { code: "0000", referenceNumber: "\\0a" + "b".repeat(5000), secret: 1 } }'
    const provider = await exampleWith(
      `{ followUp: async () => (${answer}), inquire: async () => ({ kind: "not-found" }) }`,
    )
    const refund = followUpOf(charge)
    const { outcome } = (await provider.followUp(callOn(account), refund)) as { outcome: object }
    expect(outcome).toEqual({
      code: '0000',
      responseMessage: '',
      approvalCode: null,
      referenceNumber: `\ufffda${'b'.repeat(998)}`,
      providerResponseCode: null,
      providerResponseMessage: null,
      checks: null,
    })
    expect(await provider.inquire(callOn(account), attemptOf(refund))).toEqual({ kind: 'not-found' })
  })
})

it('other members of a module that fail are logged, and answer something safe', async () => {
  const fail = '() => { throw new Error("no") }'
  const provider = await exampleWith(
    `{ readNotice: ${fail}, checkMetadata: () => "no", checkSettings: ${fail}, capabilitiesWith: ${fail},
       disputes: { inquire: async () => ({}), caseUrl: () => "javascript:alert(1)" }, async *readSettlement() { throw 1 } }`,
  )
  lines.length = 0
  const notice = { body: new Uint8Array(), header: () => undefined }
  expect(provider.readNotice({}, notice)).toBe('forged')
  expect(provider.checkMetadata({})).toHaveLength(1)
  expect(provider.checkSettings({}, 'Larkspur')).toHaveLength(1)
  const { card } = provider.capabilities
  expect(provider.capabilitiesWith!({}, card!, 'card')).toEqual(card)
  expect(provider.disputes!.caseUrl!('1', true)).toBeUndefined()
  const asked = { merchantId: account.merchantId, reference: '1', attemptId: null, notices: [] }
  await expect(provider.disputes!.inquire(callOn(account), asked)).rejects.toThrow(UnknownOutcome)
  await expect(
    provider.readSettlement!((async function* () {})())
      [Symbol.asyncIterator]()
      .next(),
  ).rejects.toThrow('failed')
  expect(lines.map((line) => JSON.parse(line).member)).toEqual(
    'readNotice checkMetadata checkSettings capabilitiesWith disputes.inquire readSettlement'.split(' '),
  )
})

// @module-tag full
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolsFor } from '#providers/port/provider-module.ts'
import { EXAMPLE, EXAMPLE_SANDBOX, type ModuleFolder, openModuleFolder } from '#test/provider-module.ts'
import openExampleSandbox from '../../examples/provider/sandbox.ts'

// The packed package: its types, and the promises as a program (docs/contribute/add-a-provider.md).

const run = promisify(execFile)
const PATIENCE = { timeout: 300_000 }
const LINE = /^(ok|BROKEN|-) +(.+)$/

let root: string
let project: string
let folder: ModuleFolder
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-provider-'))
  project = join(root, 'acme')
  folder = await openModuleFolder()
  const isBuilt = (path: string) => !/\/(?:dist|node_modules)$/.test(path)
  for (const part of ['provider', 'src', 'package.json', 'tsconfig.json'])
    await cp(part, join(root, part), { recursive: true, filter: isBuilt })
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  await run('npm', ['pack'], { cwd: join(root, 'provider') })
  await cp('examples/provider', project, { recursive: true })
  const installed = join(project, 'node_modules/@tollgate/provider')
  await mkdir(installed, { recursive: true })
  const [archive] = (await readdir(join(root, 'provider'))).filter((name) => name.endsWith('.tgz'))
  await run('tar', ['-xzf', join(root, 'provider', archive!), '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) {
    await mkdir(join(project, 'node_modules', name, '..'), { recursive: true })
    await cp(join('node_modules', name), join(project, 'node_modules', name), { recursive: true })
  }
  await rm(join(root, 'node_modules'))
}, 300_000)
afterAll(async () => {
  await rm(root, { recursive: true })
  await folder.remove()
})

/** Runs the program on a module. */
async function judge(module: string, ...args: string[]): Promise<{ code: number; broken: string[]; text: string }> {
  const program = join(project, 'node_modules/@tollgate/provider/dist/provider/command/index.js')
  const { code, stdout, stderr } = await run(process.execPath, [program, module, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH },
  }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  const broken = stdout.split('\n').flatMap((line) => (line.startsWith('BROKEN') ? LINE.exec(line)![2]! : []))
  return { code, broken, text: stdout + stderr }
}

it('the example keeps every promise, in its own project', PATIENCE, async () => {
  const { code, broken, text } = await judge('./index.ts', '--sandbox', './sandbox.ts')
  expect([code, broken]).toEqual([0, []])
  expect(text.match(/^ok /gm)).toHaveLength(21)
  expect(text).toContain('Every promise is kept.')
})

it('strict TypeScript accepts the example, and refuses what the port does not have', PATIENCE, async () => {
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['es2024'], module: 'nodenext', strict: true, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, allowImportingTsExtensions: true, types: ['node'] },
  }
  const compile = async (file: string, text = '') => {
    if (text) await writeFile(join(project, file), text)
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file, 'sandbox.ts'] }))
    return run('tsc', ['-p', project]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  }
  expect(await compile('index.ts')).toBe('')
  const misuse = `import type { Provider, Tools } from '@tollgate/provider'
import create from './index.ts'
// @ts-expect-error: a capability is missing
export const rubbish: Provider['capabilities'] = { card: { operations: ['PURCHASE'] } }
// @ts-expect-error: no such code
export const answer = (tools: Tools) => tools.answerWith('9999', '')
// @ts-expect-error: no such member of the tools
export const more = (tools: Tools) => [create(tools), tools.database]
`
  expect(await compile('misuse.ts', misuse)).toBe('')
})

const FOREVER = 'new Promise(() => {})'
const CREDENTIALS = 'finds nothing wrong with its credentials, and says what is wrong with others'

/** Members that break exactly one promise each. */
const BROKEN: readonly (readonly [promise: string, members: string, reason: string])[] = [
  [
    'charges once per attempt id, also when asked eight times concurrently',
    '{ async authorize(call, charge) { const answer = await provider.authorize(call, charge); const n = (this.n ??= {}); n[charge.attemptId] = (n[charge.attemptId] ?? 0) + 1; const { outcome } = answer; return n[charge.attemptId] > 1 && outcome.code === "0000" ? { ...answer, outcome: { ...outcome, approvalCode: String(n[charge.attemptId]) } } : answer } }',
    'the answer to a repeated charge',
  ],
  [
    "does not find another merchant's attempt",
    '{ inquire: (call, attempt) => provider.inquire({ ...call, account: { ...call.account, merchantId: attempt.merchantId } }, attempt) }',
    'the inquiry is',
  ],
  [
    'throws nothing but UnknownOutcome under a signal that is aborted already',
    '{ reverse: async (call, attempt) => call.signal.aborted ? undefined : provider.reverse(call, attempt) }',
    'reverse returns undefined instead of throwing UnknownOutcome',
  ],
  [
    'shows no card number, security code or cryptogram in an answer',
    '{ async authorize(call, charge) { const answer = await provider.authorize(call, charge); return charge.proof ? { ...answer, outcome: { ...answer.outcome, responseMessage: charge.instrument.card.number.reveal() } } : answer } }',
    'an answer shows the card number',
  ],
  [
    'takes a follow-up back, and bars one that comes after its reversal',
    '{ reverse: async (call, attempt) => { if (attempt.parent === null) await provider.reverse(call, attempt) } }',
    'the answer to a late refund',
  ],
  [
    'reads its own notices, under the credential before too, and calls a changed one forged',
    '{ readNotice: ({ secret_key: key }, notice) => provider.readNotice(key ? { secret_key: { ...key, previous: null } } : {}, notice) }',
    'a notice during a rotation',
  ],
  [
    'understands no notice that is not its own',
    '{ readNotice: (credentials, notice) => notice.body.length === 0 ? JSON.parse("") : provider.readNotice(credentials, notice) }',
    'SyntaxError',
  ],
  [
    'reports every metadata key it cannot read, together',
    '{ checkMetadata: (metadata) => Object.keys(metadata).map((property) => ({ property, message: "", params: [] })) }',
    'the check of metadata',
  ],
  [CREDENTIALS, '{ probe: async () => [] }', 'the number of problems'],
  [CREDENTIALS, '{ probe: async () => { throw null } }', 'it threw something that has no text'],
  [CREDENTIALS, `{ probe: () => ${FOREVER} }`, 'did not end within 10 s'],
  [CREDENTIALS, '{ probe() { for (;;); } }', 'did not end within 10 s'],
  [CREDENTIALS, '{ probe() { for (;;) process.stdout.write("x".repeat(65536)) } }', 'did not end within 10 s'],
  [CREDENTIALS, '{ probe() { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)) } }', 'BROKEN'],
  [CREDENTIALS, '{ probe: () => process.exit(0) }', 'the process ended: exit code 0'],
  [
    CREDENTIALS,
    `{ probe: () => { setImmediate(() => { throw new Error("outside") }); return ${FOREVER} } }`,
    'it threw outside',
  ],
]

describe('the program marks exactly the promise that a module breaks', () => {
  it.each(BROKEN)('%s %s', PATIENCE, async (promise, members, reason) => {
    const module = await folder.writeExample(`broken-${Math.random()}.mjs`, members)
    const { code, broken, text } = await judge(module, '--sandbox', EXAMPLE_SANDBOX, '--timeout', '10')
    expect([code, broken]).toEqual([1, [promise]])
    expect(text.split(`BROKEN ${promise}\n`)[1]).toMatch(/^ {7}/)
    expect(text).toContain(reason)
  })
})

it('a module that answers nothing at all is left after three promises', PATIENCE, async () => {
  const forever = `() => ${FOREVER}`
  const module = await folder.writeExample(
    'silent.mjs',
    `{ authorize: ${forever}, inquire: ${forever}, probe: ${forever} }`,
  )
  const { code, broken, text } = await judge(module, '--sandbox', EXAMPLE_SANDBOX, '--timeout', '3')
  expect(code).toBe(1)
  expect(broken.length).toBeGreaterThan(15)
  expect(text.match(/did not end within 3 s/g)).toHaveLength(3)
})

it('the program proves an account by its credentials, without a gateway', PATIENCE, async () => {
  const sandbox = await openExampleSandbox(toolsFor({ realm: 'uat' }))
  const prove = async (key: string) => {
    await writeFile(join(project, 'key.json'), JSON.stringify({ secret_key: key }))
    const options = ['--credentials', 'key.json', '--origin', sandbox.origin, '--timeout', '5']
    return judge('prove', './index.ts', ...options)
  }
  const { code, text } = await prove('sk_test_0123456789')
  const rows = [...text.matchAll(/^(done|not offered|not tested|failed) +([a-z]+(?: [a-z]+)*) {2}/gm)]
  expect(Object.fromEntries(rows.map(([, result, promise]) => [promise, result]))).toEqual({
    ...{ credentials: 'done', charge: 'done', challenge: 'not offered', 'part capture': 'not offered' },
    ...{ 'part refund': 'done', void: 'not offered', 'repeated request': 'done', 'lost answer': 'done' },
    ...{ 'notice twice': 'not tested', 'given back': 'done' },
  })
  expect(code).toBe(1)
  const rejected = await prove('sk_test_9876543210')
  expect(rejected.text).toMatch(/^failed +credentials +The provider rejects/)
  for (const shown of [text, rejected.text]) expect(shown).not.toMatch(/sk_test|4111111111111111/)
  await sandbox.close()
})

it.each([
  [[], 'Usage: '],
  [['prove', EXAMPLE], 'Usage: '],
  [['prove', EXAMPLE, '--credentials', 'nowhere.json'], 'nowhere.json must contain a JSON object'],
  [[EXAMPLE], 'Usage: '],
  [[EXAMPLE, '--sandbox', EXAMPLE_SANDBOX, '--timeout', '0'], 'Usage: '],
  [['/nowhere.ts', '--sandbox', EXAMPLE_SANDBOX], '/nowhere.ts cannot be loaded: '],
  [['nobodys-package', '--sandbox', EXAMPLE_SANDBOX], "Cannot find module 'nobodys-package'"],
  [[EXAMPLE, '--sandbox', EXAMPLE], 'is not'],
])('the program says what is wrong with %j', PATIENCE, async (args, message) => {
  const [module = '--', ...rest] = args
  const { code, text } = await judge(module, ...rest)
  expect(code).toBe(1)
  expect(text).toContain(message)
})

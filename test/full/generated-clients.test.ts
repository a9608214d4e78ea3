// @module-tag full
import { exec, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { connectMerchant, fetchToken } from '#test/test-merchant.ts'

// The clients of docs/integrate/other-languages.md, made and used by the lines and programs that stand there.

const shell = promisify(exec)

/** Path of each section's program, and a check for what it needs besides Java and Maven. */
const LANGUAGES: Readonly<Record<string, { readonly file: string; readonly isThere: readonly string[] }>> = {
  Python: { file: 'pay.py', isThere: ['python3', '-c', 'import venv'] },
  Go: { file: 'go/pay/main.go', isThere: ['go', 'version'] },
  Java: { file: 'Pay.java', isThere: ['javac', '-version'] },
}

let app: RunningGateway
let folder: string
let sections: ReadonlyMap<string, string>
/** Why no client can be made here. */
let missing: string | undefined
beforeAll(async () => {
  app = await useGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-clients-'))
  const page = await readFile('docs/integrate/other-languages.md', 'utf8')
  sections = new Map(page.split(/^#+ /m).map((section) => [section.split('\n', 1)[0]!, section]))
  missing = await prepare()
}, 300_000)
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

/** Fetches the generator and what it reads. @returns why that is not possible */
async function prepare(): Promise<string | undefined> {
  const absent = ['java', 'mvn', 'curl'].find((program) => spawnSync(program, ['--version']).error !== undefined)
  if (absent !== undefined) return `This machine has no ${absent}; .ci/install brings it.`
  const [generator, description] = linesOf('Clients in other languages')
  if (!(await succeeds(generator!))) return 'openapi-generator is out of reach.'
  await run(description!)
}

function linesOf(section: string): string[] {
  return blockOf(section, 'sh').trim().split('\n')
}

function blockOf(section: string, fence: string): string {
  return new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, 'ms').exec(sections.get(section)!)![1]!
}

/** Each line has a token of its own: on a busy machine one does not live until a client is compiled. */
async function run(line: string): Promise<string> {
  const { clientId, clientSecret } = app.merchant
  const env = { ...process.env, BASE_URL: app.baseUrl, TOKEN: await fetchToken(app.baseUrl, clientId, clientSecret) }
  const { stdout } = await shell(line, { cwd: folder, env, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

const succeeds = (line: string) =>
  run(line).then(
    () => true,
    () => false,
  )

it('the page has a section for each language, then one for Postman and one for what no schema says', () => {
  expect([...sections.keys()].slice(2, -2)).toEqual(Object.keys(LANGUAGES))
})

it.for(Object.entries(LANGUAGES))(
  'a client in %s is made, compiles and pays',
  { timeout: 600_000 },
  async (entry, context) => {
    const [name, { file, isThere }] = entry
    const [program, ...args] = isThere as [string, ...string[]]
    context.skip(missing !== undefined, missing)
    context.skip(spawnSync(program, args).status !== 0, `This machine has no ${name}; .ci/install brings all but Go.`)
    const [generate, fetchPackages, ...steps] = linesOf(name)
    await run(generate!)
    context.skip(!(await succeeds(fetchPackages!)), `The packages that a client in ${name} needs are out of reach.`)
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), blockOf(name, name.toLowerCase()))
    const order = app.merchant.order()
    await writeFile(join(folder, 'order.json'), JSON.stringify(order))
    const said: string[] = []
    for (const step of steps) said.push(await run(step))
    expect(said.at(-1)).toBe('APPROVED')
    const merchant = await connectMerchant(app.baseUrl, app.merchant)
    const { body } = await merchant.call('GET', `/api/transactions?reference=${order.reference}`)
    expect(body.items).toMatchObject([{ status: 'APPROVED', amount: 1250n }])
  },
)

/** Reads a list, a count and an error of any status without a cast. */
const TYPED_PROGRAM = `import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const headers = { authorization: \`Bearer \${process.env.TOKEN}\` }
const client = createClient<paths>({ baseUrl: process.env.BASE_URL!, headers })
const { data: list, error } = await client.GET('/api/transactions', { params: { query: { limit: 1 } } })
const first: string | undefined = list?.items[0]?.id
const { data: count } = await client.GET('/api/transactions/count')
const refused = await client.GET('/api/transactions', { params: { query: { amount_from: 'x' } } })
const strange = await client.GET('/api/transactions', { headers: { authorization: 'Bearer x' } })
const told = [refused.error?.errors?.[0]?.property, typeof strange.error?.error]
console.log(JSON.stringify([typeof first, error?.errors ?? null, typeof count?.count, ...told]))
`

it('a client in TypeScript, made by openapi-typescript, compiles without a cast and reads lists, counts and errors', {
  timeout: 300_000,
}, async (context) => {
  await app.merchant.authorize()
  const typed = join(folder, 'typed')
  await mkdir(typed, { recursive: true })
  await writeFile(join(typed, 'package.json'), '{ "type": "module" }')
  const packages = 'openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24'
  const install = `cd typed && npm install --silent --no-audit --no-fund ${packages}`
  context.skip(!(await succeeds(install)), 'The packages of a client in TypeScript are out of reach.')
  await writeFile(join(typed, 'try.ts'), TYPED_PROGRAM)
  await run('cd typed && npx openapi-typescript "$BASE_URL/openapi.json" -o api.d.ts')
  await run(
    'cd typed && npx tsc --strict --module nodenext --target es2022 --skipLibCheck --noEmit --allowImportingTsExtensions try.ts',
  )
  const said = await run('cd typed && node try.ts')
  expect(JSON.parse(said)).toEqual(['string', null, 'number', 'amount_from', 'string'])
})

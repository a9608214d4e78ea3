// @module-tag full
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createMerchantProject, type MerchantProject } from '#test/merchant-project.ts'

const run = promisify(execFile)

const OPTIONS = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  types: [],
}

const MISUSE = `import { loadTollgate } from '@tollgate/embedded-fields'
const PaymentComponent = await loadTollgate({ baseUrl: 'https://pay.example' })
// @ts-expect-error: null on a server
PaymentComponent({ clientKey: 'key', sessionId: 'ses_1', environment: 'test' })
// @ts-expect-error: no such realm
const core = await PaymentComponent!({ clientKey: 'key', sessionId: 'ses_1', environment: 'uat' })
// @ts-expect-error: no such component
core.create('cash')
// @ts-expect-error: a response may be null
core.create('card').submitPayment({ callback: (response) => response.status })
// @ts-expect-error: no such listener
core.create('card', { componentListeners: { onReady() {} } })
// @ts-expect-error: no such field
core.create('card').submitPayment({ customer: { name: 'Jane' } })
`

/** Compares what the gateway's script defines with what the archive declares. */
const SAME = `import type { Component, Core, PaymentError } from '@tollgate/embedded-fields'
import type { Component as OurComponent } from '${resolve('web/embedded-fields/component.ts')}'
import type { Core as OurCore } from '${resolve('web/embedded-fields/core.ts')}'
import type { PaymentError as OurError } from '${resolve('web/embedded-fields/payment-error.ts')}'
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
export const same: [
  Same<keyof Core, keyof OurCore>,
  Same<keyof Component, keyof OurComponent>,
  Same<keyof PaymentError, keyof OurError>,
  OurCore extends Core ? true : false,
  OurComponent extends Component ? true : false,
  OurError extends PaymentError ? true : false,
] = [true, true, true, true, true, true]
`

let merchant: MerchantProject
beforeAll(async () => {
  merchant = await createMerchantProject('embedded-fields')
  const types = join(merchant.folder, 'node_modules/@types')
  await mkdir(types, { recursive: true })
  await cp('node_modules/@types/react', join(types, 'react'), { recursive: true })
  await cp('node_modules/csstype', join(merchant.folder, 'node_modules/csstype'), { recursive: true })
  return () => merchant.remove()
})

/** Compiles a file of the merchant's. @returns what the compiler complains about */
async function compile(file: string, text: string, options: object = {}): Promise<string> {
  await writeFile(join(merchant.folder, file), text)
  const config = join(merchant.folder, `tsconfig.${file}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files: [file] }))
  return run('tsc', ['-p', config]).then(
    () => '',
    ({ stdout }) => stdout,
  )
}

async function blockOf(document: string, language: string): Promise<string> {
  const text = await readFile(document, 'utf8')
  return new RegExp(`\`\`\`${language}\n(import [\\s\\S]+?)\`\`\``).exec(text)![1]!
}

test('the archive has what is built, with types and source maps, no source and no dependency', async () => {
  expect(merchant.packed).toEqual(
    expect.arrayContaining([
      ...['package.json', 'README.md', 'LICENSE'],
      ...['index', 'react'].flatMap((name) => ['js', 'd.ts', 'js.map'].map((end) => `dist/${name}.${end}`)),
    ]),
  )
  expect(merchant.packed.filter((path) => !/^dist\/\w+\.(js|d\.ts|js\.map)$|^[\w]+(\.json|\.md)?$/.test(path))).toEqual(
    [],
  )
  const { dependencies } = JSON.parse(await readFile('embedded-fields/package.json', 'utf8'))
  expect(dependencies).toBeUndefined()
})

test('strict TypeScript accepts both guides and refuses what the script does not take', async () => {
  expect(await compile('guide.ts', await blockOf('embedded-fields/README.md', 'ts'))).toBe('')
  expect(await compile('checkout.tsx', await blockOf('docs/integrate/embedded-fields.md', 'tsx'))).toBe('')
  expect(await compile('misuse.ts', MISUSE)).toBe('')
})

test('the types without React compile where React is not installed', async () => {
  const text = `import type {} from '@tollgate/embedded-fields'\nwindow.PaymentComponent?.({ clientKey: 'a', sessionId: 'b', environment: 'test' })`
  expect(await compile('plain.ts', text, { typeRoots: [] })).toBe('')
})

test('the archive declares exactly what the gateway’s script defines', async () => {
  const ours = { allowImportingTsExtensions: true, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }
  expect(await compile('same.ts', SAME, ours)).toBe('')
  expect(await compile('other.ts', SAME.replace('keyof OurCore', "keyof OurCore | 'more'"), ours)).toContain('TS2322')
})

// @module-tag full
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMerchantProject, MERCHANTS_PATH, type MerchantProject } from '#test/merchant-project.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO, NOT_ENROLLED } from '#test/test-merchant.ts'

const run = promisify(execFile)

const PAY = `
const { SETTINGS, ORDER } = process.env
const { number, cvv, ...order } = JSON.parse(ORDER)
const tollgate = new Tollgate(JSON.parse(SETTINGS))
const data = tollgate.encryptCard({ number, cvv, expirationMonth: '12', expirationYear: '2040' })
const step = nextStep(await tollgate.authorize({ ...order, amount: 9007199254740993n, payment_method: { type: 'card', data } }))
const ids = []
for await (const { id } of tollgate.listTransactions({ reference: order.reference })) ids.push(id)
const { status, amount, id } = step.transaction
console.log(JSON.stringify({ status, amount: String(amount), isListed: ids.includes(id) }))
`

const STRICT_PAY = `import { type AuthorizeRequest, type Listing, nextStep, Tollgate, TollgateError, type Transaction, type WebhookEvent } from '@tollgate/client'

const { SETTINGS = '', ORDER = '' } = process.env
const { number, cvv, ...order } = JSON.parse(ORDER) as Omit<AuthorizeRequest, 'payment_method' | 'amount'> & { number: string; cvv: string }
const tollgate = new Tollgate(JSON.parse(SETTINGS))
const data = tollgate.encryptCard({ number, cvv, expirationMonth: '12', expirationYear: '2040' })
const step = nextStep(await tollgate.authorize({ ...order, amount: 9007199254740993n, payment_method: { type: 'card', data } }))
if (step.kind !== 'result') throw new Error(step.kind)
const listed: Listing<Transaction> = tollgate.listTransactions({ reference: order.reference })
const ids: string[] = []
for await (const { id } of listed) ids.push(id)
try {
  const event: WebhookEvent = Tollgate.webhooks.verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', {}, '{}')
  throw new Error(event.id)
} catch (error) {
  if (!(error instanceof TollgateError) || error.code !== 'invalid_webhook') throw error
}
const { status, amount, id } = step.transaction
console.log(JSON.stringify({ status, amount: amount.toString(), isListed: ids.includes(id) }))
`

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: ['node'],
  },
  include: ['pay.ts'],
}

let app: RunningGateway
let merchant: MerchantProject

beforeAll(async () => {
  app = await useGateway()
  merchant = await createMerchantProject()
})
afterAll(async () => {
  await merchant.remove()
  await app.close()
})

/** Runs a file of the project's, which pays. */
async function pay(file: string): Promise<unknown> {
  const { clientId, clientSecret, publicKey, terminalId } = app.merchant
  const { baseUrl } = app
  const settings = { baseUrl, authUrl: baseUrl, realm: 'uat', clientId, clientSecret, publicKey }
  const order = {
    reference: `from ${file}`,
    terminal_id: terminalId,
    currency: 'EUR',
    transaction_type: 'PURCHASE',
    browser_info: BROWSER_INFO,
    metadata: NOT_ENROLLED,
    ...{ number: '4111 1111 1111 1111', cvv: '123' },
  }
  const env = { PATH: MERCHANTS_PATH, SETTINGS: JSON.stringify(settings), ORDER: JSON.stringify(order) }
  const { stdout } = await run('node', [file], { cwd: merchant.folder, env })
  return JSON.parse(stdout)
}

const PAID = { status: 'APPROVED', amount: '9007199254740993', isListed: true }

test('the archive holds what is built, with types and source maps, and no source', () => {
  expect(merchant.packed).toEqual(
    expect.arrayContaining([
      'package.json',
      'README.md',
      'LICENSE',
      ...['js', 'd.ts', 'js.map'].map((end) => `dist/index.${end}`),
      'dist/command/index.js',
    ]),
  )
  const rest = merchant.packed.filter(
    (path) => !/^dist\/(command\/(mcp\/)?)?[\w-]+\.(js|d\.ts|js\.map)$|^(package\.json|README\.md|LICENSE)$/.test(path),
  )
  expect(rest).toEqual([])
})

test('an ES module imports it and pays', async () => {
  await writeFile(join(merchant.folder, 'pay.mjs'), `import { nextStep, Tollgate } from '@tollgate/client'\n${PAY}`)
  expect(await pay('pay.mjs')).toEqual(PAID)
})

test('a CommonJS module requires it and pays', async () => {
  const source = `const { nextStep, Tollgate } = require('@tollgate/client')\n;(async () => {${PAY}})()`
  await writeFile(join(merchant.folder, 'pay.cjs'), source)
  expect(await pay('pay.cjs')).toEqual(PAID)
})

test('strict TypeScript takes its types and pays', async () => {
  const types = join(merchant.folder, 'node_modules/@types')
  await mkdir(types, { recursive: true })
  await cp('node_modules/@types/node', join(types, 'node'), { recursive: true })
  await cp('node_modules/undici-types', join(merchant.folder, 'node_modules/undici-types'), { recursive: true })
  await writeFile(join(merchant.folder, 'pay.ts'), STRICT_PAY)
  await writeFile(join(merchant.folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await run('tsc', ['-p', merchant.folder]).catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''))
  expect(await pay('pay.js')).toEqual(PAID)
})

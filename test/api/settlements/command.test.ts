import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tollgate } from '../cli/tollgate.ts'
import { pay } from '../ledger/ledger-app.ts'
import { fileOf, row, type SettlementApp, startSettlementApp } from './settlement-app.ts'

let app: SettlementApp
let folder: string
beforeAll(async () => {
  app = await startSettlementApp()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-settlement-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const run = async (...args: string[]) => {
  const { code, out, err } = await tollgate(app.operatorEnv, 'settlement', ...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

it('imports, shows, accepts and reverts a file', { timeout: 120_000 }, async () => {
  const merchant = await app.newMerchant()
  const account = await app.accountOf(merchant)
  const [sold, unsettled] = [await pay(merchant), await pay(merchant)]
  const path = join(folder, 'report.csv')
  await writeFile(path, fileOf(row('PURCHASE', 1251, { reference: sold.id }), row('PAID_OUT', -1200)))
  const imported = await run('import', account, path, '--format', 'generic')
  expect(imported).toMatchObject({ rows: 2, different: 1, batches: [{ balanced: false }] })
  const { id } = imported
  expect((await run('list', '--account', account)).items).toMatchObject([{ id }])
  expect(await run('show', id)).toEqual(imported)
  expect((await run('rows', id, '--outcome', 'DIFFERENT')).items).toMatchObject([{ line: 2, transaction_id: sold.id }])
  const missing = await run('missing', '--account', account, '--older-than-days', '0')
  expect(missing.items).toMatchObject([{ transaction_id: unsettled.id }])
  const accepted = await run('accept', id, '--batch', 'b1', '--reason', 'Bank fee')
  expect(accepted.batches[0].accepted_at).toMatch(/^20/)
  expect((await run('revert', id)).reverted_at).toMatch(/^20/)
})

it('says which file it cannot read', async () => {
  const { code, err } = await tollgate(app.operatorEnv, 'settlement', 'import', 'acc_1', join(folder, 'none.csv'))
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('none.csv') })
})

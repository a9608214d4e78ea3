import { describe, expect, it } from 'vitest'
import { SettlementFileError, type SettlementReader } from '#domain/settlement-row.ts'
import { chunksOf, readRows } from '#test/settlement-rows.ts'
import { readSettlement as readAdyen } from './adyen/settlement.ts'
import { readSettlement as readCashfree } from './cashfree/settlement.ts'
import { readGenericSettlement } from './generic-settlement.ts'
import { readSettlement as readPayPal } from './paypal/settlement.ts'
import { readSettlement as readStripe } from './stripe/settlement.ts'

const READERS: readonly (readonly [string, SettlementReader])[] = [
  ['generic', readGenericSettlement],
  ['adyen', readAdyen],
  ['stripe', readStripe],
  ['paypal', readPayPal],
  ['cashfree', readCashfree],
]

function* endless(beginning: string, part: string): Generator<Uint8Array> {
  yield* chunksOf(beginning)
  for (let chunk = 0; chunk < 1024; chunk++) yield* chunksOf(part.repeat(64 * 1024))
}

describe.each(READERS)('%s', (_, reader) => {
  it.each<[string, () => Iterable<Uint8Array>]>([
    ['an empty file', () => []],
    ['spaces alone', () => chunksOf(' \n'.repeat(10_000))],
    ['NUL', () => chunksOf('\0'.repeat(1000))],
    ['bytes of an image', () => [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]],
    ['UTF-16', () => [Uint8Array.from(Buffer.from('\uFEFFbatch,type\n', 'utf16le'))]],
    ['an endless line', () => endless('', 'x')],
    ['an endless quote', () => endless('"', 'x\n')],
    ['deep JSON', () => endless('{"data":', '[')],
    ['an endless text of JSON', () => endless('{"data":["', 'x')],
    ['an endless number of JSON', () => endless('{"data":[', '9')],
    ['a list elsewhere', () => endless('{"other":[1', ',1')],
    ['JSON that ends early', () => chunksOf('{"data":[{"id":1}')],
    ['JSON and more', () => chunksOf('{"data":[]} x')],
  ])('refuses %s soon, in bounded memory', async (_, file) => {
    const before = process.memoryUsage().heapUsed
    await expect(readRows(reader, file())).rejects.toThrow(SettlementFileError)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024)
  })
})

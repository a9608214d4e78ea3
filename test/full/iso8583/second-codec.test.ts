// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf, proofOf } from '#provider/contract/test-charges.ts'
import type { BitmapForm } from '#providers/iso8583/codec/bitmap.ts'
import { pack } from '#providers/iso8583/codec/codec.ts'
import { ISO_1987 } from '#providers/iso8583/codec/field-table.ts'
import type { Message } from '#providers/iso8583/codec/message.ts'
import { settingsOf } from '#providers/iso8583/config.ts'
import { cardFields, keptCard, paymentParts, transientFields } from '#providers/iso8583/translate/payment.ts'
import { newIsoAccount } from '../../support/iso8583-sandbox/merchant.ts'

// pyiso8583 judges our bytes. It comes from PyPI, so it needs Python and the package index.

const PACKAGE = 'pyiso8583==4.0.1'
const run = promisify(execFile)
let directory: string
let missing: string | undefined

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-pyiso8583-'))
  const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', directory, PACKAGE]
  missing = await run('python3', install, { timeout: 120_000 }).then(
    () => undefined,
    () => `pyiso8583, the second codec for ISO 8583, needs Python 3 with pip and a package index.`,
  )
  if (missing !== undefined) console.warn(`Skipped: ${missing}`)
}, 180_000)
afterAll(() => rm(directory, { recursive: true, force: true }))

interface Understood {
  readonly fields: Readonly<Record<string, string>>
  readonly bytes: string
}

function understood(lines: readonly string[]): Promise<Understood[]> {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('codec.py', import.meta.url))
    const python = execFile('python3', [script], { env: { ...process.env, PYTHONPATH: directory } }, (error, output) =>
      error
        ? reject(error)
        : resolve(
            output
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line)),
          ),
    )
    python.stdin!.end(lines.join('\n'))
  })
}

const account = newIsoAccount(8583)
const settings = settingsOf(account)
const hexOf = (bitmap: BitmapForm, message: Message) =>
  Buffer.from(pack({ table: ISO_1987, bitmap }, message)).toString('hex')

function messages(): Message[] {
  const charge = chargeOf(account, {}, proofOf('Y'))
  const { type, fields } = paymentParts(charge, settings, { stan: 7, at: new Date() })
  const payment = { ...fields, ...cardFields(keptCard(charge)), ...transientFields(charge, settings) }
  const network = { type: '0800', fields: { 7: '1121021500', 11: '000001', 70: '301' } }
  const reversal = { type: '0400', fields: { ...payment, 39: '68', 90: '9'.repeat(42) } }
  return [{ type, fields: payment }, reversal, network]
}

test('it refuses bytes that are no message, so that it is no mute judge', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const whole = hexOf('hex', messages()[0]!)
  await expect(understood([`hex ${whole.slice(0, -8)}`])).rejects.toThrow('DecodeError')
})

test('it understands what we write, and writes the same', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const wanted = (['hex', 'binary'] as const).flatMap((bitmap) => messages().map((message) => ({ bitmap, message })))
  const found = await understood(wanted.map(({ bitmap, message }) => `${bitmap} ${hexOf(bitmap, message)}`))
  for (const [index, { bitmap, message }] of wanted.entries()) {
    const { t, ...fields } = found[index]!.fields
    expect({ type: t, fields }).toEqual({ type: message.type, fields: message.fields })
    expect(found[index]!.bytes).toBe(hexOf(bitmap, message))
  }
})

// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptOf, callOn, chargeOf, followUpOf, proofOf, soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { connectorOn } from '../../support/iso8583-sandbox/connector.ts'
import { newIsoAccount } from '../../support/iso8583-sandbox/merchant.ts'
import { freePort } from '../../support/ports.ts'

// jPOS is the acquirer. It comes from Maven's repository, so it needs Java 17 and mvn; it is a process of the test only.

const run = promisify(execFile)
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
let directory: string
let classPath: string | undefined
let database: FreshDatabase

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-jpos-'))
  database = await freshDatabase()
  await copyFile(here('pom.xml'), join(directory, 'pom.xml'))
  const resolve = ['-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath']
  classPath = await run('mvn', resolve, { cwd: directory, timeout: 300_000 }).then(
    () => readFile(join(directory, 'classpath'), 'utf8'),
    () => undefined,
  )
  if (classPath === undefined)
    console.warn('Skipped: jPOS, the acquirer for ISO 8583, needs Java 17, mvn and its repository.')
}, 320_000)
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

const FORMS = [
  { form: 'ascii', settings: {} },
  { form: 'binary', settings: { length_form: 'binary2', bitmap_form: 'binary' } },
] as const

describe.each(FORMS)('jPOS with $form lengths and bitmaps', ({ form, settings }) => {
  let host: ChildProcess | undefined
  let account: ReturnType<typeof newIsoAccount>
  let connector: ReturnType<typeof connectorOn>

  beforeAll(async () => {
    connector = connectorOn(database.sql)
    if (classPath === undefined) return
    const port = await freePort()
    account = newIsoAccount(port, settings)
    host = spawn('java', ['-cp', classPath, here('acquirer.java'), String(port), form], { stdio: 'ignore' })
    await eventually('jPOS listens', 60, async () => {
      const problems = await connector.probe(callOn(account))
      return problems.length === 0 || undefined
    })
  }, 120_000)
  afterAll(async () => {
    await connector.close()
    host?.kill()
  })

  const charge = (amount: bigint) => ({ ...chargeOf(account, {}, proofOf('Y')), money: { amount, currency: 'EUR' } })

  test('it does not understand a line in the other form, so that it is no mute judge', async ({ skip }) => {
    skip(classPath === undefined)
    const other = FORMS.find((one) => one.form !== form)!.settings
    const wrong = newIsoAccount(Number(account.settings.port), { length_form: 'ascii4', bitmap_form: 'hex', ...other })
    expect(await connector.probe(callOn(wrong))).toHaveLength(1)
  })

  test('approves, declines and refunds', async ({ skip }) => {
    skip(classPath === undefined)
    const wanted = charge(1000n)
    const approval = { code: '0000', approvalCode: 'JPOS01' }
    expect(await connector.authorize(callOn(account), wanted)).toMatchObject({ outcome: approval })
    const declined = await connector.authorize(callOn(account), charge(1051n))
    expect(declined).toMatchObject({ outcome: { code: '1004', providerResponseCode: '51' } })
    expect(await connector.followUp(callOn(account), followUpOf(wanted))).toMatchObject({ outcome: { code: '0000' } })
  })

  test('reverses what it was silent about', async ({ skip }) => {
    skip(classPath === undefined)
    const silent = charge(1091n)
    const given = connector.authorize(callOn(account, {}, soon()), silent)
    await expect(given).rejects.toThrow(UnknownOutcome)
    await connector.reverse(callOn(account), attemptOf(silent))
    const [row] = await database.sql<[{ state: string; code: string }]>`
      select state, reversal_code as code from acquirer_requests where attempt_id = ${silent.attemptId}`
    expect(row).toEqual({ state: 'REVERSED', code: '00' })
  })

  test('fifty in flight get their own answers', async ({ skip }) => {
    skip(classPath === undefined)
    const charges = Array.from({ length: 50 }, (_, index) => charge(index % 2 ? 2051n : 2000n))
    const answers = await Promise.all(charges.map((one) => connector.authorize(callOn(account), one)))
    answers.forEach((answer, index) => {
      expect(answer).toMatchObject({ outcome: { code: index % 2 ? '1004' : '0000' } })
    })
  })
})

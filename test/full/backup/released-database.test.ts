// @module-tag full
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from '#test/gateway.ts'
import { done } from '../../api/manage/follow-ups.ts'
import { savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { demoMerchant, makePlace, nothingPends, type Place } from './places.ts'
import { FIXTURE, SETTINGS } from './released.ts'

// The database of a release with payments in flight, and this release on it by the steps of its upgrade note
// (docs/contribute/upgrade-tests.md).

const TIMEOUT = { timeout: 180_000 }

/** How each payment ends, by its reference. */
const ENDS: Readonly<Record<string, string>> = {
  paid: 'APPROVED',
  declined: 'DECLINED',
  'at the fingerprint': 'SESSION_EXPIRED',
  'at the challenge': 'SESSION_EXPIRED',
  'at the wallet': 'SESSION_EXPIRED',
  'a voucher to pay later': 'SESSION_EXPIRED',
  'pending at the provider': 'SESSION_EXPIRED',
  'paid meanwhile': 'APPROVED',
  'asked and not answered': 'APPROVED',
}

let place: Place | undefined
let gateway: GatewayProcess | undefined
afterEach(async () => {
  await gateway?.stop()
  await place?.remove()
})

/** Steps that this checkout has taken. */
const INSTALLING = /^(?:git checkout v[\d.]+|npm ci)$/
const RESTART = 'systemctl restart tollgate'
const COMMAND = 'npm run tollgate -- '

/** Steps of the changelog's note on the upgrade from the release that wrote the fixture, which begin with a backup. */
async function readSteps(): Promise<string[]> {
  const { release } = JSON.parse(
    gunzipSync(await readFile(FIXTURE))
      .toString()
      .split('\n')[0]!,
  )
  const note = new RegExp(`^### Upgrade from ${release}\n.*?^\`\`\`sh\n(.*?)^\`\`\``, 'ms')
  return note
    .exec(await readFile('CHANGELOG.md', 'utf8'))![1]!
    .trim()
    .split('\n')
}

/** Runs a step at the place: a command of this release, or the restart. */
async function take(step: string, { command, env }: Place): Promise<string> {
  if (step === RESTART) gateway = await startGateway({ env })
  if (step === RESTART || INSTALLING.test(step)) return ''
  if (!step.startsWith(COMMAND)) throw new Error(`The test does not know the step "${step}".`)
  const args = step.slice(COMMAND.length).split(' ')
  const { code, out, err } = await command(
    ...args.map((arg) => (arg.endsWith('.backup') ? join(env.DATA_DIR!, arg) : arg)),
  )
  // A slow command writes its progress to stderr.
  expect([step, code, code === 0 ? '' : err]).toEqual([step, 0, ''])
  return out
}

it(
  'the steps of the upgrade note migrate the database of the release before; what was in flight ends, and the ledger verifies',
  TIMEOUT,
  async () => {
    place = await makePlace(undefined, SETTINGS)
    expect(await place.command('restore', FIXTURE)).toMatchObject({ code: 0, err: '' })
    const [backup, ...steps] = await readSteps()
    const [, file] = /^npm run tollgate -- backup (\S+)$/.exec(backup!)!
    await copyFile(FIXTURE, join(place.env.DATA_DIR!, file!))
    const printed: string[] = []
    for (const step of steps) printed.push(await take(step, place))
    const newest = (await readdir('migrations'))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .at(-1)
    expect(printed[steps.indexOf(`${COMMAND}migrate`)]).toContain(newest!.replace('.sql', ''))
    const merchant = await demoMerchant(gateway!)
    await nothingPends(merchant, 90)
    const { items } = (await merchant.call('GET', '/api/transactions?limit=100')).body
    const ends = Object.keys(ENDS).map((reference) => {
      const found = items.find((one: { reference: string }) => one.reference === reference)
      return [reference, found?.status]
    })
    expect(Object.fromEntries(ends)).toEqual(ENDS)
    const held = items.filter((one: { reference: string }) => one.reference === 'held')
    const types = held.map(
      (one: { transaction_type: string; status: string }) => `${one.transaction_type} ${one.status}`,
    )
    expect(types.sort()).toEqual([
      'AUTHORIZE APPROVED',
      'CAPTURE APPROVED',
      'CAPTURE SESSION_EXPIRED',
      'REFUND APPROVED',
    ])
    const saved = items.find((one: { reference: string }) => one.reference === 'card saved')
    const again = await merchant.authorize(savedCard(saved.payment_method.token))
    expect(again.body.result).toMatchObject({ status: 'APPROVED' })
    const refund = await done(
      merchant,
      items.find((one: { reference: string }) => one.reference === 'paid'),
      'REFUND',
    )
    expect(refund.status).toBe('APPROVED')
    expect(await place.command('ledger', 'verify')).toMatchObject({ code: 0 })
  },
)

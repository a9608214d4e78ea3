import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { ACCOUNT_NUMBER, openCashfreeScene, payoutTo } from '#test/cashfree-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openCashfreeScene>>

beforeAll(async () => {
  scene = await openCashfreeScene()
})
afterAll(() => scene.sandbox.close())

test('a probe asks for payments and for payouts', async () => {
  const wrong = { current: new Secret('cfsk_ma_test_wrong'), previous: null }
  const credentials = { ...scene.sandbox.credentials, payout_client_secret: wrong }
  const problems = await scene.provider.probe({ ...scene.callAbout('att'), credentials })
  expect(problems).toEqual([expect.stringContaining('payout_client_id')])
})

test('keys are tried as they are now and, while they are rotated, as they were before', async () => {
  const { client_secret: right } = scene.sandbox.credentials
  const fresh = { current: new Secret('cfsk_ma_test_not_yet_known'), previous: right!.current }
  const probe = (client_secret: typeof fresh | { current: typeof fresh.current; previous: null }) => {
    const credentials = { ...scene.sandbox.credentials, client_secret }
    return scene.provider.probe({ ...scene.callAbout('att'), credentials })
  }
  expect(await probe(fresh)).toEqual([])
  expect(await probe({ ...fresh, previous: null })).toHaveLength(1)
})

test('what is kept of exchanges holds no key, and nothing of payer or payee', async () => {
  const charge = await scene.paid()
  await scene.followUp(scene.refundOf(charge, 100n))
  await scene.inquire(charge)
  for (const name of ['failed', 'Ada Lindqvist']) await scene.authorize(payoutTo(name))
  await expect(scene.authorize(payoutTo('error-500'))).rejects.toThrow()
  const kept = JSON.stringify(scene.exchanges)
  expect(kept).toContain('IMPS_MODE_FAIL')
  for (const secret of [...Object.values(scene.sandbox.keys), '9876543210', ACCOUNT_NUMBER, 'Lindqvist']) {
    expect(kept).not.toContain(secret)
  }
})

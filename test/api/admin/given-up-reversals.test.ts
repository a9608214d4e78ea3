import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '#flows/gateway.ts'
import { reverseDue } from '#flows/worker/reverse-due.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { requestReversal } from '#store/transactions/attempts.ts'
import { attributesOf } from '#test/page-reader.ts'
import { newVisitor } from '#test/visitor.ts'
import { type AdminApp, INSTANT, startAdminApp } from './admin-app.ts'

const LIST = '/admin/given-up-reversals'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
  // The tests do its work, so that they see each try.
  await app.stopWorker()
})
afterAll(() => app.close())

interface Wanted {
  readonly state: string
  /** How long ago the reversal was first sent, and the attempt last changed. */
  readonly began: string
  readonly updated?: string
}

/** The attempt of a payment; one that is being reversed is due. */
async function attemptIn({ state, began, updated = '0 days' }: Wanted) {
  const { id: transactionId } = (await app.merchant.authorize()).body.result
  const { merchantId } = app.merchant
  const [row] = await app.database.sql<[{ attempt_id: string; provider_account_id: string }]>`
    update attempts set state = ${state}, reversal_began_at = now() - ${began}::interval,
      updated_at = now() - ${updated}::interval, reverse_at = case when ${state} = 'REVERSING' then now() end
    where merchant_id = ${merchantId} and transaction_id = ${transactionId}
    returning attempt_id, provider_account_id`
  return { transactionId: transactionId as string, attemptId: row.attempt_id, accountId: row.provider_account_id }
}

/** The gateway, whose provider confirms no reversal. */
function confirmingNothing(): Gateway {
  const simulator = app.gateway.providers.get('card-simulator')!
  const reverse = () => Promise.reject(new UnknownOutcome('Nothing is confirmed here.'))
  return { ...app.gateway, providers: new Map([[simulator.name, { ...simulator, reverse }]]) }
}

async function listed(attemptId: string) {
  const { items } = (await app.operator('GET', `${LIST}?limit=100`)).body
  return items.find(({ attempt_id }: { attempt_id: string }) => attempt_id === attemptId)
}

async function rowOf(attemptId: string) {
  const [row] = await app.database.sql`select state, reverse_at from attempts where attempt_id = ${attemptId}`
  return row!
}

async function figure(): Promise<number> {
  const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text()
  return Number(/^tollgate_reversals_given_up (\d+)$/m.exec(metrics)?.[1])
}

describe('A reversal that its provider does not confirm', () => {
  it('is retried for 14 days, then listed, counted, logged, and not sent again', async () => {
    const warn = vi.spyOn(app.gateway.log, 'warn')
    const before = await figure()
    const { attemptId, transactionId, accountId } = await attemptIn({ state: 'REVERSING', began: '14 days' })
    await reverseDue(confirmingNothing())
    expect(await listed(attemptId)).toEqual({
      attempt_id: attemptId,
      merchant_id: app.merchant.merchantId,
      transaction_id: transactionId,
      provider: 'card-simulator',
      provider_account_id: accountId,
      provider_reference: null,
      began_at: expect.stringMatching(INSTANT),
      given_up_at: expect.stringMatching(INSTANT),
    })
    await expect.poll(figure).toBe(before + 1)
    const told = { attemptId, transactionId, providerAccountId: accountId }
    expect(warn).toHaveBeenCalledWith(told, 'reversal given up')
    await reverseDue(app.gateway)
    expect(await rowOf(attemptId)).toEqual({ state: 'REVERSING', reverse_at: null })
  })

  it('can be ordered again, which its provider then confirms; the audit log says who did it', async () => {
    const { attemptId, transactionId } = await attemptIn({ state: 'REVERSING', began: '14 days' })
    await reverseDue(confirmingNothing())
    const ordered = await app.operator('POST', `${LIST}/${attemptId}/retry`, {})
    expect(ordered).toMatchObject({ status: 200, body: { attempt_id: attemptId, began_at: null, given_up_at: null } })
    await reverseDue(app.gateway)
    expect(await rowOf(attemptId)).toEqual({ state: 'REVERSED', reverse_at: null })
    expect(await listed(attemptId)).toBeUndefined()
    const log = await app.operator('GET', `/admin/audit-log?merchant_id=${app.merchant.merchantId}`)
    const entry = { actor: app.operatorId, action: 'reversal.retried', changes: { transaction_id: transactionId } }
    expect(log.body.items[0]).toMatchObject({ ...entry, subject: attemptId })
  })

  it('stands in the dashboard, where a platform admin orders it again', async () => {
    const { attemptId } = await attemptIn({ state: 'REVERSING', began: '14 days' })
    await reverseDue(confirmingNothing())
    const [admin, support] = [
      await newVisitor(app, 'platform-admin', null),
      await newVisitor(app, 'platform-support', null),
    ]
    const path = '/dashboard/reversals'
    expect(attributesOf((await support.get(path)).text, 'data-id')).toContain(attemptId)
    expect(attributesOf((await admin.get('/dashboard')).text, 'data-id')).toContain('given-up-reversals')
    expect((await support.post(`${path}/${attemptId}/retry`)).status).toBe(403)
    const retried = await admin.post(`${path}/${attemptId}/retry`)
    expect(retried.headers.get('location')).toBe(`${path}?done=retried`)
    expect(await listed(attemptId)).toBeUndefined()
  })

  it('is repeated until then, and one that was ordered again for as long as a new one', async () => {
    const [young, old] = [
      await attemptIn({ state: 'REVERSING', began: '13 days 23 hours' }),
      await attemptIn({ state: 'REVERSING', began: '14 days' }),
    ]
    await reverseDue(confirmingNothing())
    await app.operator('POST', `${LIST}/${old.attemptId}/retry`, {})
    await reverseDue(confirmingNothing())
    for (const { attemptId } of [young, old]) {
      expect(await listed(attemptId)).toBeUndefined()
      expect(await rowOf(attemptId)).toEqual({ state: 'REVERSING', reverse_at: expect.any(Date) })
    }
  })
})

describe('A charge that stands although its reversal was confirmed', () => {
  it.each([
    ['is reversed again before 14 days are over', '13 days', '1 hour', false],
    ['is given up after them', '14 days', '1 hour', true],
    ['is reversed anew where the confirmation had held for days', '40 days', '4 days', false],
  ])('%s', async (_, began, updated, isGivenUp) => {
    const { attemptId } = await attemptIn({ state: 'REVERSED', began, updated })
    expect(await requestReversal(app.gateway.sql, app.merchant.merchantId, attemptId)).toBe(isGivenUp)
    expect((await listed(attemptId)) !== undefined).toBe(isGivenUp)
    expect(await rowOf(attemptId)).toEqual({ state: 'REVERSING', reverse_at: isGivenUp ? null : expect.any(Date) })
  })
})

it('a reversal in any other state cannot be ordered again: 404', async () => {
  const { attemptId } = await attemptIn({ state: 'ANSWERED', began: '15 days' })
  for (const id of [attemptId, 'att_unknown']) {
    expect(await app.operator('POST', `${LIST}/${id}/retry`, {})).toMatchObject({ status: 404 })
  }
})

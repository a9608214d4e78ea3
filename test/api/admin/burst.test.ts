// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTerminal } from '#flows/admin/terminals.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { type AdminApp, startAdminApp } from './admin-app.ts'

// An operator's script changes accounts and terminals of a merchant without pause, while the merchant is paid.

const WRITERS = 8
const PAYERS = 16
/** 2000 of them hold as well. */
const PAYMENTS = 120

let app: AdminApp
let addresses: string[]
let merchant: TestMerchant
let accounts: string[]
beforeAll(async () => {
  app = await startAdminApp()
  addresses = [app.baseUrl, await app.secondApi()]
  merchant = app.merchant
  const { body } = await app.operator('GET', `/admin/merchants/${merchant.merchantId}/provider-accounts`)
  accounts = body.items.map(({ provider_account_id }: { provider_account_id: string }) => provider_account_id)
})
afterAll(() => app.close())

describe(`while ${WRITERS} writers change accounts and terminals of a merchant without pause`, () => {
  let paying = true
  let changes = 0

  /** Switches a terminal of its own off and on. What is paid after an answer meets what the answer said. */
  async function writer(number: number): Promise<void> {
    const wanted = { name: `Kiosk ${number}` }
    const { terminalId } = await createTerminal(app.gateway, 'test', merchant.merchantId, wanted)
    for (let turn = 0; paying; turn += 1) {
      const isOpen = turn % 2 === 1
      const changed = await app.operator('PATCH', `/admin/terminals/${terminalId}`, {
        status: isOpen ? 'ACTIVE' : 'INACTIVE',
      })
      const account = accounts[turn % accounts.length]
      const settings = { fee_fixed: turn }
      const tuned = await app.operator('PATCH', `/admin/provider-accounts/${account}`, { settings })
      expect([changed.status, tuned.status]).toEqual([200, 200])
      changes += 2
      const at = addresses[turn % addresses.length]!
      const paid = await pay(at, { terminal_id: terminalId })
      expect(paid.body.result).toMatchObject(
        isOpen ? { status: 'APPROVED' } : { status: 'INVALID', processing_code: '2014' },
      )
    }
  }

  function pay(at: string, changed: Record<string, unknown> = {}) {
    return merchant.call('POST', '/api/transactions/authorize', { body: merchant.order(changed), at })
  }

  it(`${PAYMENTS} payments of it are approved, and every change holds from its answer on`, async () => {
    const broken: unknown[] = []
    const writers = Array.from({ length: WRITERS }, (_, number) => writer(number).catch((error) => broken.push(error)))
    let left = PAYMENTS
    const statuses = new Map<string, number>()
    const payers = Array.from({ length: PAYERS }, async () => {
      while (left > 0 || changes <= PAYMENTS / 5) {
        left -= 1
        const { status, body } = await pay(addresses[Math.abs(left) % addresses.length]!)
        const told = `${status} ${body?.result?.status}`
        statuses.set(told, (statuses.get(told) ?? 0) + 1)
      }
    })
    await Promise.all(payers)
    paying = false
    await Promise.all(writers)
    expect(broken).toEqual([])
    expect([...statuses.keys()]).toEqual(['200 APPROVED'])
  }, 300_000)
})

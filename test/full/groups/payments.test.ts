// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { postForm } from '#test/page-forms.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { approved, ask, bodyFor } from '../../api/manage/follow-ups.ts'
import { savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { browserOf, createSession } from '../../api/sessions/browser.ts'
import { choose, complete, toChallenge } from '../../api/three-ds/shopper.ts'
import { type Group, isThere, type OneAddress, openOneAddress } from './groups.ts'

// Two whole gateways on two databases, and merchants who know one address (docs/operate/merchant-groups.md#one-address).

const TIMEOUT_MS = 180_000
const GROUPS = ['eu1', 'us1'] as const

interface RunningGroup {
  readonly home: Home
  readonly gateway: GatewayProcess
}

describe.skipIf(!isThere)('two groups behind one address', { timeout: TIMEOUT_MS }, () => {
  const running = {} as Record<Group, RunningGroup>
  const merchants = {} as Record<Group, TestMerchant>
  let proxy: OneAddress
  beforeAll(async () => {
    for (const group of GROUPS) {
      const home = await makeHome()
      running[group] = { home, gateway: await startGateway(home, { MERCHANT_GROUP: group }) }
    }
    proxy = await openOneAddress({ eu1: baseUrlOf('eu1'), us1: baseUrlOf('us1') })
    for (const group of GROUPS) merchants[group] = await connect(group)
  }, TIMEOUT_MS)
  afterAll(async () => {
    await proxy?.close()
    for (const { gateway, home } of Object.values(running)) {
      await gateway.stop()
      await home.remove()
    }
  })

  const baseUrlOf = (group: Group) => running[group].gateway.demo.base_url
  const otherThan = (group: Group): Group => (group === 'eu1' ? 'us1' : 'eu1')

  /** Its token too comes by way of the one address. */
  function connect(group: Group): Promise<TestMerchant> {
    const { merchant: demo } = running[group].gateway.demo
    return connectMerchant(proxy.address, {
      merchantId: demo.merchant_id,
      terminalId: demo.terminal_id,
      publicKey: demo.public_key,
      clientId: demo.client_id!,
      clientSecret: demo.client_secret!,
      clientKey: demo.client_key,
    })
  }

  /** How many requests a group has answered, but those of this count and of the proxy's checks. */
  async function answered(group: Group): Promise<number> {
    const metrics = await (await fetch(`${baseUrlOf(group)}/metrics`)).text()
    const counts = [...metrics.matchAll(/^tollgate_http_requests_total\{.*route="([^"]*)".*\} (\d+)$/gm)]
    return counts.reduce((sum, [, route, count]) => sum + (/^\/(?:metrics|health)/.test(route!) ? 0 : Number(count)), 0)
  }

  describe.each(GROUPS)('a merchant of %s', (group) => {
    const says = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_${group}_[0-9A-Za-z]+$`))

    it('has it in every name', () => {
      const { merchantId, terminalId, clientKey, clientId } = merchants[group]
      expect([merchantId, terminalId, clientKey]).toEqual([says('mer'), says('ter'), says('test')])
      expect(clientId.startsWith(`${group}_`)).toBe(true)
    })

    it('pays and refunds, and the other group hears nothing', async () => {
      const [own, other] = [await answered(group), await answered(otherThan(group))]
      const paid = await approved(merchants[group])
      expect(paid).toMatchObject({ id: says('trx'), order_id: says('ord') })
      const refund = await ask(merchants[group], bodyFor(paid, 'REFUND'))
      expect(refund.status).toBe(200)
      expect(await merchants[group].status(paid.id)).toMatchObject({ transaction: { id: paid.id, status: 'APPROVED' } })
      expect(await answered(group)).toBe(own + 3)
      expect(await answered(otherThan(group))).toBe(other)
    })

    it('has the shopper answer the bank at the addresses of the group', async () => {
      const action = await toChallenge(merchants[group])
      const { url, fields } = await choose(action, 'Y')
      expect(new URL(url).origin).toBe(baseUrlOf(group))
      expect((await postForm(url, fields)).status).toBe(303)
      const { body } = await complete(merchants[group], action)
      expect(body.result).toMatchObject({ id: says('trx'), status: 'APPROVED' })
    })

    it('keeps a card and charges it again', async () => {
      const { result } = (await merchants[group].authorize({ tokenization: { save_card_for_future_payments: true } }))
        .body
      expect(result.payment_method.token).toEqual(says('tok'))
      const again = await merchants[group].authorize(savedCard(result.payment_method.token))
      expect(again.body.result).toMatchObject({ status: 'APPROVED' })
    })

    it('has its page opened at the group, also by the one address', async () => {
      const { body: session } = await createSession(merchants[group])
      expect(session.id).toEqual(says('ses'))
      const page = await fetch(`${proxy.address}/hosted-payment-page/${session.id}`)
      expect([page.status, new URL(page.url).origin]).toEqual([200, baseUrlOf(group)])
      expect(await page.text()).toContain('12.50')
    })

    it('has its session paid by the client key', async () => {
      const { body: session } = await createSession(merchants[group])
      const browser = browserOf(proxy.address, merchants[group], session.id)
      expect((await browser.pay()).status).toBe(200)
      expect((await merchants[group].call('GET', `/api/sessions/${session.id}`)).body.status).toBe('APPROVED')
    })

    it('sees nothing of the other group', async () => {
      const theirs = await approved(merchants[otherThan(group)])
      const [status, list] = await Promise.all([
        merchants[group].call('GET', `/api/transactions/${theirs.id}/status`),
        merchants[group].call('GET', '/api/transactions?limit=100'),
      ])
      expect(status.body).toMatchObject({ transaction: null })
      expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual(list.body.items.map(() => says('trx')))
    })

    it('is rejected if sent to the other group', async () => {
      const wrong = await merchants[group].call('GET', '/api/transactions', { at: baseUrlOf(otherThan(group)) })
      expect(wrong.status).toBe(401)
    })
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import { fetchToken, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor } from '#test/visitor.ts'
import { startAdminAppOn } from '../admin/admin-app.ts'
import { caller, newClient } from '../identity/client-support.ts'
import { createLink } from '../payment-links/links.ts'
import { browserOf, createSession } from '../sessions/browser.ts'
import { OTHER_URL, setMove, startGroup, untilStatus } from './move-rows.ts'

const POLLS_MS = 1500

let app: RunningGateway
let merchant: TestMerchant
let sql: RunningGateway['database']['sql']
beforeAll(async () => {
  app = await startGroup('eu1')
  sql = app.database.sql
})
afterAll(() => app.close())
beforeEach(async () => {
  merchant = await app.newMerchant()
})

const move = (state: 'COPYING' | 'SWITCHING' | 'AWAY', ids: readonly string[] = []) =>
  setMove(sql, merchant.merchantId, state, ids)

async function switchTo(state: 'SWITCHING' | 'AWAY', ids: readonly string[] = []) {
  await move(state, ids)
  return untilStatus(merchant, state === 'AWAY' ? 421 : 503)
}

/** Requests the path as a browser does, without following redirects. */
function visit(path: string, form?: Record<string, string>) {
  const post = form && { method: 'POST', body: new URLSearchParams(form) }
  return fetch(app.baseUrl + path, { redirect: 'manual', headers: { accept: 'text/html' }, ...post })
}

function requestToken({ clientId, clientSecret }: Pick<TestMerchant, 'clientId' | 'clientSecret'>) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  return fetch(`${app.baseUrl}/realms/uat/protocol/openid-connect/token`, { method: 'POST', body })
}

it('a gateway whose role sees rows of a merchant that moved does not start', async () => {
  // No policies are in this database.
  await move('AWAY')
  await expect(app.secondApi()).rejects.toThrow('The role of DATABASE_URL sees rows of a merchant that moved')
})

describe('during the switch', () => {
  it('calls of the merchant get 503 with Retry-After: 2, those of another merchant are served', async () => {
    const other = await app.newMerchant()
    const answer = await switchTo('SWITCHING')
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.body.errors[0].message).toBe('This merchant is moving; try again in two seconds.')
    expect((await merchant.authorize()).status).toBe(503)
    expect((await other.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
  })

  it('the token endpoint answers 503 with Retry-After: 1', async () => {
    await switchTo('SWITCHING')
    const answer = await requestToken(merchant)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })

  it('shoppers on its pages are asked to wait', async () => {
    const { body: session } = await createSession(merchant)
    await switchTo('SWITCHING', [session.id])
    const page = await visit(`/hosted-payment-page/${session.id}`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await page.text()).toMatch(/href="">Reload/)
    expect((await browserOf(app.baseUrl, merchant, session.id).pay()).status).toBe(503)
  })

  /** Has new rows of a table rejected after three seconds, as if they had been hidden by then. */
  const hideIn = (table: string) =>
    sql.unsafe(`
      create or replace function hide() returns trigger language plpgsql as $$ begin
        perform pg_sleep(3);
        raise exception insufficient_privilege using message = 'new row violates row-level security policy';
      end $$;
      create or replace trigger hides before insert on ${table} for each row
        when (new.merchant_id = '${merchant.merchantId}') execute function hide()`)

  const untilHiding = () =>
    eventually('the row to wait', 10, async () => {
      const rows = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
      return rows.length > 0
    })

  it('a shopper whose rows are hidden while the payment is made is asked to wait', async () => {
    const { body: session } = await createSession(merchant)
    await hideIn('transactions')
    const answer = browserOf(app.baseUrl, merchant, session.id).pay()
    await untilHiding()
    await Promise.all([answer, switchTo('SWITCHING', [session.id])])
    expect((await answer).status).toBe(503)
  })

  it('a call in progress whose rows are hidden gets 503 too', async () => {
    await hideIn('customers')
    const answer = merchant.call('POST', '/api/customers', { body: { id: 'cut-off' } })
    await Promise.all([answer, switchTo('SWITCHING')])
    expect([(await answer).status, (await answer).headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('a call whose rows are hidden while it reads gets 503, not an empty list', async () => {
    await sql.unsafe(`
      create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return new; end $$;
      create trigger dawdles before insert on customers for each row
        when (new.merchant_id = '${merchant.merchantId}') execute function dawdle()`)
    const answer = merchant.call('POST', '/api/customers', { body: { id: 'incomplete' } })
    await switchTo('SWITCHING')
    await setMove(sql, merchant.merchantId, 'AWAY')
    expect([(await answer).status, (await answer).headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('a request that was rejected is executed by the same Idempotency-Key once the move is canceled', async () => {
    const call = { body: merchant.order(), headers: { 'idempotency-key': newReference() } }
    await switchTo('SWITCHING')
    expect((await merchant.call('POST', '/api/transactions/authorize', call)).status).toBe(503)
    await sql`delete from merchant_moves where merchant_id = ${merchant.merchantId}`
    await untilStatus(merchant, 200)
    const answer = await merchant.call('POST', '/api/transactions/authorize', call)
    expect(answer.body.result).toMatchObject({ status: 'APPROVED' })
  })
})

it('while it is copied, a merchant is served as before', async () => {
  await move('COPYING', [merchant.clientId])
  const other = await app.newMerchant()
  await setMove(sql, other.merchantId, 'AWAY')
  await untilStatus(other, 421)
  expect((await merchant.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
  expect((await requestToken(merchant)).status).toBe(200)
})

describe('after the move', () => {
  it('calls get 421 with the address of the other group, each time', async () => {
    await switchTo('AWAY')
    const call = { body: merchant.order(), headers: { 'idempotency-key': newReference() } }
    for (const path of ['/api/transactions/authorize', '/api/transactions/authorize', '/api/sessions']) {
      const { status, body } = await merchant.call('POST', path, call)
      const message = `This merchant moved; send the request to ${OTHER_URL}.`
      expect(status).toBe(421)
      expect(body).toEqual({ errors: [{ property: '', message, params: [OTHER_URL] }], method: 'POST', status: 421 })
    }
  })

  it('calls that got 421 are not in the request log, whose rows moved', async () => {
    await switchTo('AWAY')
    await setMove(sql, merchant.merchantId, 'HERE')
    await untilStatus(merchant, 200)
    await merchant.call('GET', '/api/sessions')
    const logged = await eventually('the later call to be in the request log', 10, async () => {
      const rows = await sql`select path, status from request_log where merchant_id = ${merchant.merchantId}`
      return rows.some(({ path }) => path === '/api/sessions') && rows.map(({ status }) => status)
    })
    expect(logged).not.toContain(421)
  })

  it('so do those of a limited client, also once its row is gone', async () => {
    const client = await newClient(app.baseUrl, merchant, { permissions: ['payments.read'] })
    await switchTo('AWAY', [client.clientId])
    expect((await client.call('GET', '/api/transactions')).status).toBe(421)
    await sql`delete from clients where client_id = ${client.clientId}`
    expect((await client.call('GET', '/api/transactions')).status).toBe(421)
    await sql`delete from moved_ids where id = ${client.clientId}`
    expect((await client.call('GET', '/api/transactions')).status).toBe(401)
  })

  it('the token endpoint leads its clients to the other group, also once their rows are gone', async () => {
    const other = await app.newMerchant()
    await switchTo('AWAY', [merchant.clientId])
    for (const isGone of [false, true]) {
      if (isGone) await sql`delete from clients where client_id = ${merchant.clientId}`
      const answer = await requestToken(merchant)
      expect(answer.status).toBe(421)
      expect(await answer.json()).toEqual({
        error: 'misdirected_request',
        error_description: `this merchant moved; request its tokens from ${OTHER_URL}`,
      })
    }
    expect((await requestToken(other)).status).toBe(200)
  })

  it('pages are redirected with path, query and form', async () => {
    const { body: session } = await createSession(merchant)
    const link = await createLink(merchant)
    const [authentication, attempt] = ['0b6a1e5e-6d6f-4f0c-9d1c-3b0a6f1f2a11', 'att_eu1_0123456789abcdefghijklmnopq']
    await switchTo('AWAY', [session.id, link.id, authentication, attempt])
    const visits = [
      [`/hosted-payment-page/${session.id}?locale=de-DE`],
      [`/hosted-payment-page/${session.id}/pay`, { method: 'card' }],
      [`/pay/${link.id}?a=1&b=%2F`],
      [`/pay/${link.id}`, { amount: '1' }],
      [`/returns/${merchant.merchantId}/trx_eu1_0123456789abcdefghijklmnopq?x=y`],
      [`/three-ds/${authentication}/challenge-notification-url`, { cres: 'e30' }],
      [`/simulators/checkouts/${attempt}`],
    ] as const
    for (const [path, form] of visits) {
      const answer = await visit(path, form)
      expect([answer.status, answer.headers.get('location')], path).toEqual([307, OTHER_URL + path])
    }
  })

  it('embedded fields and notices of providers get 421, because nothing would follow a redirect', async () => {
    const { body: session } = await createSession(merchant)
    await switchTo('AWAY', [session.id, 'acc_eu1_0123456789abcdefghijklmnopq'])
    expect((await browserOf(app.baseUrl, merchant, session.id).pay()).status).toBe(421)
    const notice = '/provider-notices/stripe/acc_eu1_0123456789abcdefghijklmnopq'
    expect((await visit(notice, { event: '1' })).status).toBe(421)
  })

  it('a process that cannot read the moves keeps to what it read last', async () => {
    const other = await app.newMerchant()
    await switchTo('AWAY')
    await sql`alter table merchant_moves rename to unreadable_moves`
    try {
      await sleep(POLLS_MS)
      expect((await merchant.call('GET', '/api/transactions')).status).toBe(421)
      expect((await other.call('GET', '/api/transactions')).status).toBe(200)
    } finally {
      await sql`alter table unreadable_moves rename to merchant_moves`
    }
    await setMove(sql, merchant.merchantId, 'HERE')
    await untilStatus(merchant, 200)
  })

  it('pages of other merchants are shown', async () => {
    const other = await app.newMerchant()
    const { body: session } = await createSession(other)
    await switchTo('AWAY')
    expect((await visit(`/hosted-payment-page/${session.id}`)).status).toBe(200)
  })

  it('operators are not affected', async () => {
    const { operator } = await startAdminAppOn(app)
    await switchTo('AWAY')
    expect((await operator('GET', '/admin/merchants')).status).toBe(200)
  })

  it('the dashboard names the address, and keeps the account of the person open', async () => {
    const owner = await newVisitor(app, 'owner', merchant.merchantId)
    await switchTo('AWAY')
    const page = await owner.get('/dashboard/transactions')
    expect(page.status).toBe(421)
    expect(page.text).toContain(`href="${OTHER_URL}/dashboard"`)
    expect((await owner.get('/dashboard/account')).status).toBe(200)
  })

  it('a merchant that returned is served, and its pages are shown again', async () => {
    const { body: session } = await createSession(merchant)
    await switchTo('AWAY', [session.id, merchant.clientId])
    await setMove(sql, merchant.merchantId, 'HERE')
    await untilStatus(merchant, 200)
    expect((await visit(`/hosted-payment-page/${session.id}`)).status).toBe(200)
    const token = await fetchToken(app.baseUrl, merchant.clientId, merchant.clientSecret)
    expect((await caller(app.baseUrl, token)('GET', '/api/transactions')).status).toBe(200)
  })
})

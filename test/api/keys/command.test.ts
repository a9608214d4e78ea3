// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/ids.ts'
import { newWebhookSecret, sealSecret } from '#events/webhook-secret.ts'
import { issueClient } from '#identity/issue-client.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newVault } from '#test/vault.ts'
import { tollgate } from '../cli/tollgate.ts'
import { saveCard } from '../saved-cards/saved-card-support.ts'

let app: RunningGateway
let operator: Record<string, string>
beforeAll(async () => {
  app = await startOwnGateway()
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  operator = {
    TOLLGATE_URL: app.baseUrl,
    TOLLGATE_CLIENT_ID: clientId,
    TOLLGATE_CLIENT_SECRET: clientSecret.reveal(),
  }
})
afterAll(() => app.close())

const jsonOf = async (...args: string[]) => JSON.parse((await tollgate(operator, ...args, '--json')).out)

describe('keys rotate', () => {
  it('waits until nothing is left and shows where the keys stand', async () => {
    await saveCard(app.merchant)
    const { code, out, err } = await tollgate(operator, 'keys', 'rotate')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^ +completed at +\d{4}-/m)
    expect(out).toMatch(/^cards to move +0$/m)
    expect(out).toMatch(new RegExp(`^master key id +${app.gateway.vault.masterKeyId}$`, 'm'))
  })

  it('with --no-wait answers immediately; keys show returns the progress', async () => {
    await app.stopWorker()
    const { rotation } = await jsonOf('keys', 'rotate', '--no-wait')
    expect(rotation.completed_at).toBeNull()
    expect((await jsonOf('keys', 'show')).rotation).toEqual(rotation)
    await app.startWorker()
    await expect.poll(async () => (await jsonOf('keys', 'show')).rotation.completed_at).not.toBeNull()
  })

  it('fails with one clear line where values are left that open under no key', async () => {
    const id = newId('whe')
    const foreign = sealSecret(newVault(), id, newWebhookSecret())
    await app.database.sql`
      insert into webhook_endpoints (webhook_endpoint_id, merchant_id, url, sealed_secret, status)
      values (${id}, ${app.merchant.merchantId}, 'https://8.8.8.8/hook', ${foreign}, 'DISABLED')`
    const { code, out, err } = await tollgate(operator, 'keys', 'rotate')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^The rotation is complete, but values .* remain \(1\)\. .*MASTER_KEY_PREVIOUS.*\n$/)
  })
})

import { expect, it } from 'vitest'
import { addMissingSimulatorAccounts } from '#flows/admin/simulator-accounts.ts'
import { isSimulator } from '#simulators/registry.ts'
import { useGateway } from '#test/running-gateway.ts'

it('a merchant from before a simulator existed gets an account on it once, however many starts come concurrently', async () => {
  const app = await useGateway()
  try {
    const { gateway, merchant, database } = app
    const accounts = async () => {
      const rows = await database.sql<{ provider: string }[]>`
        select provider from provider_accounts where merchant_id = ${merchant.merchantId} order by provider`
      return rows.map(({ provider }) => provider)
    }
    const complete = await accounts()
    expect(complete).toHaveLength(5)
    expect(complete.filter(isSimulator)).toEqual(complete)
    await database.sql`
      delete from provider_accounts where merchant_id = ${merchant.merchantId} and provider <> 'card-simulator'`
    const add = () => addMissingSimulatorAccounts(gateway, 'start', merchant.merchantId)
    await Promise.all([add(), add(), add(), add()])
    expect(await accounts()).toEqual(complete)
    const version = () => database.sql`select config_version from merchants where merchant_id = ${merchant.merchantId}`
    const before = await version()
    await add()
    expect(await version()).toEqual(before)
  } finally {
    await app.close()
  }
})

import { listAllActiveAccounts } from '#store/merchants/provider-accounts.ts'
import { probeAndNote } from '../admin/check-provider-account.ts'
import type { Gateway } from '../gateway.ts'
import { type Finding, fail, pass } from './finding.ts'

/** Checks that providers accept the credentials of all accounts; stored as the last check of each. */
export async function checkProviderAccounts(gateway: Gateway): Promise<Finding[]> {
  const checkedAt = gateway.clock.now()
  const accounts = await listAllActiveAccounts(gateway.sql)
  if (accounts.length === 0) {
    const message = 'No merchant has an active provider account; add one with provider-account create.'
    return [fail('provider accounts', message)]
  }
  const found = await Promise.all(accounts.map((account) => probeAndNote(gateway, account, checkedAt)))
  return found.flatMap(({ problems }, place) => {
    const { provider, providerAccountId } = accounts[place]!
    const check = `provider account ${providerAccountId}`
    if (problems.length === 0) return [pass(check, `${provider} accepts its credentials`)]
    return problems.map((problem) => fail(check, `${provider}: ${problem}`))
  })
}

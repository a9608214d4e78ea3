import { invalid } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { providerAccountChangeOf, providerAccountOf } from '#interface/provider-account.ts'
import { isSimulator } from '#simulators/registry.ts'
import { changeProviderAccount, createProviderAccount } from '../admin/provider-accounts.ts'
import { sealCredential } from '../provider-calls/credentials.ts'
import { at, forEach, note, type Run, sync } from './changes.ts'
import { accountName, type Named } from './named.ts'
import { accountView } from './read-configuration.ts'

type Parts = MerchantConfiguration['provider_accounts']

export async function applyAccounts(run: Run, { accounts }: Named, parts: Parts = []): Promise<void> {
  const { gateway, actor, merchantId } = run
  await forEach('merchant.provider_accounts', parts, accountName, async ({ credentials = {}, ...part }, name) => {
    let account = accounts.get(name)
    const values = Object.entries(credentials).filter((entry): entry is [string, string] => entry[1] !== null)
    // The keyed fingerprint shows whether a value is the stored one.
    const isStored = ([credential, value]: [string, string]) => {
      const secret = new Secret(value.trim())
      const stored = account?.credentials[credential]?.fingerprint
      return account && stored === sealCredential(gateway.vault, account, credential, secret).fingerprint
    }
    for (const credential of Object.keys(credentials)) {
      if (credentials[credential] !== null || account?.credentials[credential]) continue
      throw invalid(`credentials.${credential}`, 'No value is stored; give one.')
    }
    const changed = Object.fromEntries(values.filter((entry) => !isStored(entry)))
    const view = (shown: NonNullable<typeof account>) => ({ ...accountView(shown), credentials: [] })
    await sync(run, {
      ...{ kind: 'provider account', name },
      wanted: { ...part, credentials: account ? Object.keys(changed) : [] },
      present: account && view(account),
      create: async () => {
        const body = providerAccountOf({ ...part, credentials: changed })
        account = await createProviderAccount(gateway, actor, merchantId, body)
        return view(account)
      },
      change: (fields: object) => {
        const body = { ...fields, ...('credentials' in fields && { credentials: changed }) }
        return changeProviderAccount(gateway, actor, account!.providerAccountId, providerAccountChangeOf(body))
      },
    })
    accounts.set(name, account!)
  })
}

/** Deactivates accounts that the configuration does not have. @throws RequestError `invalid` if a terminal uses one */
export async function pruneAccounts(run: Run, { accounts, terminals }: Named, parts: Parts): Promise<void> {
  const names = parts?.map(accountName)
  for (const [name, { provider, providerAccountId, status }] of accounts) {
    if (!names || names.includes(name) || isSimulator(provider) || status === 'INACTIVE') continue
    const user = [...terminals.values()].find(
      (terminal) => terminal.status === 'ACTIVE' && terminal.providerAccounts?.includes(providerAccountId),
    )
    const message = `Terminal ${user?.name} uses ${name}, which is not here; add the account, or change the terminal.`
    await at('merchant.provider_accounts', async () => {
      if (user) throw invalid('', message)
      await changeProviderAccount(run.gateway, run.actor, providerAccountId, { status: 'INACTIVE' })
    })
    const fields = [{ name: 'status', before: status, after: 'INACTIVE' }]
    note(run, { change: 'CHANGED', kind: 'provider account', name, fields })
  }
}

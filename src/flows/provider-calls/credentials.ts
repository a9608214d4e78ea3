import type { Credential, Credentials } from '#domain/credentials.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { Secret } from '#domain/secret.ts'
import type { NewCredential } from '#store/merchants/provider-credentials.ts'
import type { Vault } from '#vault/vault.ts'

/** Sealing context of an account's credential, current or previous. */
export function contextOfCredential(accountId: string, name: string): string {
  return `credential ${name} of ${accountId}`
}

/** Encrypted credential. Its fingerprint is keyed, so it does not confirm a guess. */
export function sealCredential(
  vault: Vault,
  { merchantId, providerAccountId }: Pick<ProviderAccount, 'merchantId' | 'providerAccountId'>,
  name: string,
  value: Secret<string>,
): NewCredential {
  const context = contextOfCredential(providerAccountId, name)
  const fingerprint = Buffer.from(vault.digestOf(merchantId, `${context}: ${value.reveal()}`)).toString('hex')
  return { name, sealed: vault.seal(Buffer.from(value.reveal()), context), fingerprint: fingerprint.slice(0, 16) }
}

export function openCredentials(vault: Vault, { providerAccountId, credentials }: ProviderAccount): Credentials {
  const opened = Object.entries(credentials).map(([name, { sealed, previous }]): [string, Credential] => {
    const open = (value: string) => {
      const bytes = vault.open(Buffer.from(value, 'base64'), contextOfCredential(providerAccountId, name))
      return new Secret(Buffer.from(bytes).toString())
    }
    return [name, { current: open(sealed), previous: previous === null ? null : open(previous) }]
  })
  return Object.fromEntries(opened)
}

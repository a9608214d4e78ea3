import { contextOfWebhookSecret } from '#events/webhook-secret.ts'
import { contextOfTotp } from '#identity/people/second-factor.ts'
import { contextOfSigningKey } from '#identity/signing-key.ts'
import { DIGESTS } from '#store/keys/vault-keys.ts'
import type { WrappedKind, WrappedValue } from '#store/keys/wrapped-values.ts'
import { contextOfKey } from '#vault/key-owner.ts'
import type { Purpose } from '#vault/key-storage.ts'
import { bindingOfHashKey, DIGEST_KEY } from '#vault/keyed-hashes.ts'
import { contextOfMailLink } from '../link-mail.ts'
import { contextOfAcquirerRequest } from '../provider-calls/acquirer-cards.ts'
import { contextOfCredential } from '../provider-calls/credentials.ts'
import { contextOfAnswer } from '../requests/idempotent-response.ts'

type Id = WrappedValue['id']

interface Binding {
  readonly purpose: Purpose | ((id: Id) => Purpose)
  readonly contextOf: (id: Id) => string
}

const webhookSecret: Binding = { purpose: 'secret', contextOf: ([id]) => contextOfWebhookSecret(id!) }

const providerCredential: Binding = {
  purpose: 'secret',
  contextOf: ([accountId, name]) => contextOfCredential(accountId!, name!),
}

/** Bindings of wrapped values to their rows. IDs are written as `src/store/keys/wrapped-values.ts` reads them. */
export const BINDINGS: Readonly<Record<WrappedKind, Binding>> = {
  encryptionKeys: {
    purpose: 'private-key',
    contextOf: ([keyId, merchantId]) => contextOfKey({ keyId: keyId!, merchantId: merchantId! }),
  },
  signingKeys: { purpose: 'secret', contextOf: ([keyId]) => contextOfSigningKey(keyId!) },
  webhookSecrets: webhookSecret,
  previousWebhookSecrets: webhookSecret,
  earlierWebhookSecrets: webhookSecret,
  providerCredentials: providerCredential,
  previousProviderCredentials: providerCredential,
  firstAnswers: {
    purpose: 'secret',
    contextOf: ([owner, method, path, key]) =>
      contextOfAnswer({ owner: owner!, method: method!, path: path!, key: key! }),
  },
  authenticationKeys: { purpose: 'payment-data-key', contextOf: () => '' },
  walletKeys: { purpose: 'private-key', contextOf: ([keyId]) => keyId! },
  totpSecrets: { purpose: 'secret', contextOf: ([personId]) => contextOfTotp(personId!) },
  mailLinks: { purpose: 'secret', contextOf: ([mailId]) => contextOfMailLink(mailId!) },
  acquirerRequests: { purpose: 'card', contextOf: ([attemptId]) => contextOfAcquirerRequest(attemptId!) },
  dataKeys: {
    purpose: 'data-key',
    contextOf: ([merchantId, keyId]) => contextOfKey({ merchantId: merchantId!, keyId: keyId! }),
  },
  merchantHashKeys: {
    purpose: ([, purpose]) => bindingOfHashKey('', purpose!).purpose,
    contextOf: ([merchantId, purpose]) => bindingOfHashKey(merchantId!, purpose!).context,
  },
  vaultKeys: {
    purpose: ([name]) => (name === DIGESTS ? DIGEST_KEY.purpose : 'hash-key'),
    contextOf: ([name]) => (name === DIGESTS ? DIGEST_KEY.context : ''),
  },
}

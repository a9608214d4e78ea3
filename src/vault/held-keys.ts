import { Secret } from '#domain/secret.ts'
import { deriveKey } from './derive-key.ts'
import type { KeyStorage, Purpose } from './key-storage.ts'
import { masterKeyStorage } from './master-key-storage.ts'
import { requireCards } from './require-cards.ts'

/** Keys of a process, 32 bytes each: the master key, or without cards the secrets key. Previous ones only decrypt. */
export interface HeldKeys {
  readonly masterKey?: Secret<Buffer> | undefined
  readonly previousMasterKey?: Secret<Buffer> | undefined
  readonly secretsKey?: Secret<Buffer> | undefined
  readonly previousSecretsKey?: Secret<Buffer> | undefined
}

export interface MasterKeys extends HeldKeys {
  readonly masterKey: Secret<Buffer>
}

/** @throws Error with an instruction in a process without cards */
export function masterKeysOf({ masterKey, previousMasterKey }: HeldKeys): MasterKeys {
  if (masterKey) return { masterKey, previousMasterKey }
  throw new Error('This needs MASTER_KEY, which a dashboard alone does not hold. Run it where the API runs.')
}

const NO_SALT = Buffer.alloc(0)

/** Derives the key for values that decrypt cards, or for all others (docs/operate/keys.md#a-dashboard-without-the-card-key). */
export function derivedKey(masterKey: Secret<Buffer>, use: 'cards' | 'secrets'): Secret<Buffer> {
  return new Secret(deriveKey(masterKey.reveal(), NO_SALT, 'held key', use))
}

/**
 * Key storage with two keys derived from the master key: the secrets key wraps values of the purpose `secret`, the cards
 * key all others. Values of both have the fingerprint of the secrets key, which every process knows.
 */
export function heldKeyStorage(held: HeldKeys): KeyStorage {
  const { masterKey, previousMasterKey: previous } = held
  const [secretsKey, previousSecretsKey] = masterKey
    ? [derivedKey(masterKey, 'secrets'), previous && derivedKey(previous, 'secrets')]
    : [held.secretsKey!, held.previousSecretsKey]
  const secrets = masterKeyStorage(secretsKey, previousSecretsKey)
  const cards =
    masterKey && masterKeyStorage(derivedKey(masterKey, 'cards'), previous && derivedKey(previous, 'cards'), secrets)
  const storageFor = (purpose: Purpose) => {
    if (purpose !== 'secret') requireCards({ opensCards: cards !== undefined })
    return purpose === 'secret' ? secrets : cards!
  }
  return {
    ...secrets,
    opensCards: cards !== undefined,
    wrap: (plaintext, purpose, context) => storageFor(purpose).wrap(plaintext, purpose, context),
    unwrap: (wrapped, purpose, context) => storageFor(purpose).unwrap(wrapped, purpose, context),
  }
}

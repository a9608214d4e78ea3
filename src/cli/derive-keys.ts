import { derivedKey, masterKeysOf } from '#vault/held-keys.ts'
import { configWithKey } from './backup/restore.ts'

/** Settings of a dashboard alone. @throws Failure without a master key */
export async function deriveKeys(): Promise<Readonly<Record<string, string>>> {
  const { masterKey, previousMasterKey } = masterKeysOf(configWithKey())
  const named = { SECRETS_KEY: masterKey, ...(previousMasterKey && { SECRETS_KEY_PREVIOUS: previousMasterKey }) }
  const keys = Object.entries(named).map(([name, key]) => [
    name,
    derivedKey(key, 'secrets').reveal().toString('base64'),
  ])
  return Object.fromEntries(keys)
}

import { randomBytes } from 'node:crypto'
import { KEY_BYTES } from './derive-key.ts'
import type { MasterKeys } from './held-keys.ts'
import { masterKeyStorage } from './master-key-storage.ts'

const CONTEXT = 'backup'

export interface BackupKey {
  readonly key: Uint8Array
  readonly sealed: Uint8Array
}

export function newBackupKey({ masterKey }: MasterKeys): BackupKey {
  const key = randomBytes(KEY_BYTES)
  return { key, sealed: masterKeyStorage(masterKey).wrap(key, 'secret', CONTEXT) }
}

/** @throws SealError if it was sealed under another master key */
export function openBackupKey({ masterKey, previousMasterKey }: MasterKeys, sealed: Uint8Array): Uint8Array {
  return masterKeyStorage(masterKey, previousMasterKey).unwrap(sealed, 'secret', CONTEXT)
}

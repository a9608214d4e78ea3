import { randomBytes } from 'node:crypto'
import type { Admin } from './admin.ts'

const KEY_BYTES = 32

/** The gateway's master keys, which are replaced while it works, as docs/operate/keys.md says. */
export interface MasterKeys {
  /** Environment of the gateway. */
  env(): Readonly<Record<string, string>>
  /** Draws a new key for the next start, if no value is under an older one. @returns whether it did */
  replace(admin: Admin): Promise<boolean>
  /** Has everything sealed again under the present key, and stored cards moved to new data keys. */
  rotate(admin: Admin): Promise<void>
}

export function drawMasterKeys(): MasterKeys {
  let present = newKey()
  let previous: string | undefined
  return {
    env: () => ({ MASTER_KEY: present, ...(previous !== undefined && { MASTER_KEY_PREVIOUS: previous }) }),
    async replace(admin) {
      const { under_another_key: left } = await admin('GET', '/admin/keys')
      if (Object.values<number>(left).some((count) => count > 0)) return false
      previous = present
      present = newKey()
      return true
    },
    async rotate(admin) {
      await admin('POST', '/admin/keys/rotate')
    },
  }
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

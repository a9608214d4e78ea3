import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Finding } from '#flows/doctor/finding.ts'
import { masterKeyPath } from './master-key.ts'
import { readSetting } from './read-setting.ts'
import type { Environment } from './setting.ts'
import { SETTINGS } from './settings.ts'

/**
 * Says how the master key is held, and how that relates to PCI DSS 3.7.6 (docs/operate/keys.md#where-the-key-comes-from).
 * @param isStrict reports a whole key as a problem
 */
export function checkKeyCustody(env: Environment, isStrict: boolean): Finding {
  const { PROCESSES: processes, MASTER_KEY_COMMAND: command, MASTER_KEY_FILE: files, MASTER_KEY: key } = env
  const custody = (message: string, ok = true) => ({ ok, check: 'key custody', message })
  const whole = (place: string, advice: string) =>
    custody(`Warning: ${place} has a whole key in clear text. ${advice}`, !isStrict)
  const shares = files?.trim() ? files.split(',').length : 0
  if (processes?.trim() === 'dashboard') return custody('no master key: PROCESSES=dashboard decrypts no card')
  const place = shares === 1 ? 'MASTER_KEY_FILE' : key?.trim() ? 'MASTER_KEY' : 'DATA_DIR'
  if (!command?.trim() && shares < 2) return whole(place, WHOLE)
  const leftover = masterKeyPath(resolve(readSetting(SETTINGS.dataDir, env)!))
  if (existsSync(leftover)) return whole(leftover, LEFTOVER)
  return custody(shares > 1 ? `${shares} shares in MASTER_KEY_FILE; ${SPLIT}` : `from MASTER_KEY_COMMAND; ${IN_STORE}`)
}

const IN_STORE = 'meets PCI DSS 3.7.6 if no person can read the key where the command gets it'
const SPLIT = 'meets PCI DSS 3.7.6 if no person has them all'
const WHOLE =
  'Where people handle it, PCI DSS 3.7.6 requires split knowledge and dual control: use shares of two people in MASTER_KEY_FILE, or MASTER_KEY_COMMAND.'
const LEFTOVER = 'Delete it once no rotation needs it. If backups need this key, keep it elsewhere.'

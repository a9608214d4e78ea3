import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { splitKey } from '#app/config/key-shares.ts'
import { loadOrCreateMasterKey, masterKeyPath } from '#app/config/master-key.ts'
import { SETTINGS } from '#app/config/settings.ts'
import { say } from '#client/command/say.ts'
import { Secret } from '#domain/secret.ts'
import { heldKeyStorage } from '#vault/held-keys.ts'
import { Failure, type Input } from './command.ts'
import { dataDirectory, settingOf } from './with-database.ts'

/** Erases the screen and what scrolled off it. */
const ERASE = '\x1b[2J\x1b[3J\x1b[H'

/** Splits a new or the present master key into shares, in files or one after the other on a terminal. @throws Failure */
export async function splitMasterKey({ shares: count = 2, present, into }: Input): Promise<object> {
  if (into === undefined && !process.stdout.isTTY)
    throw new Failure('Without a terminal, name a folder for the shares with --into.')
  const key = present === true ? presentKey() : new Secret(randomBytes(32))
  const shares = splitKey(key.reveal(), Number(count))
  const master_key_id = heldKeyStorage({ masterKey: key }).keyId
  if (into !== undefined) return { master_key_id, files: writeShares(String(into), shares) }
  await showShares(shares)
  return { master_key_id }
}

function presentKey(): Secret<Buffer> {
  const dataDir = resolve(dataDirectory())
  const key = settingOf(SETTINGS.masterKey)
  if (key === undefined && !existsSync(masterKeyPath(dataDir)))
    throw new Failure(`Set MASTER_KEY, or DATA_DIR: there is no ${masterKeyPath(dataDir)}.`)
  return key ?? loadOrCreateMasterKey(dataDir)
}

async function showShares(shares: readonly string[]): Promise<void> {
  for (const [place, share] of shares.entries()) {
    say(`Share ${place + 1} of ${shares.length}:\n\n${share}\n`)
    if (process.stdin.isTTY) await eraseOnEnter()
  }
}

async function eraseOnEnter(): Promise<void> {
  say('Save it in a file, then press Enter: it is erased from the screen.')
  process.stdin.resume()
  await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')])
  process.stdin.pause()
  process.stdout.write(ERASE)
}

/** Writes every share to a new file, or none. @returns the paths @throws Failure */
function writeShares(folder: string, shares: readonly string[]): string[] {
  const written: string[] = []
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [place, share] of shares.entries()) {
      const file = join(folder, `share-${place + 1}`)
      writeFileSync(file, `${share}\n`, { mode: 0o600, flag: 'wx', flush: true })
      written.push(file)
    }
    return written
  } catch (error) {
    for (const file of written) rmSync(file)
    const { path, code } = error as NodeJS.ErrnoException
    throw new Failure(`${path} cannot be created (${code}). Choose another folder.`)
  }
}

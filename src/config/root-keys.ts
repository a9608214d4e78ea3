import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseRootKeys } from '#vault/wallet-token/root-keys.ts'
import type { Kind } from './kinds.ts'

/** Location of root keys: an absolute path, or an https URL. */
export type RootKeyLocation = { readonly path: string } | { readonly address: string }

/** A file is read once to check that it contains root keys; a URL may be unavailable during the start. */
export const rootKeys: Kind<RootKeyLocation> = {
  expects:
    'an https address, or the path of a file that holds {"keys":[{"keyValue","protocolVersion","keyExpiration"}]}',
  parse: (text) => (/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? addressOf(text) : fileOf(text)),
}

export const gatewayId: Kind<string> = {
  expects: 'at most 100 letters, digits, dots, hyphens or underscores',
  parse: (text) => (/^[\w.-]{1,100}$/.test(text) ? text : undefined),
}

function addressOf(text: string): RootKeyLocation | undefined {
  const address = URL.parse(text)
  const isPlain = address?.protocol === 'https:' && address.username === '' && address.password === ''
  return isPlain ? { address: address.href } : undefined
}

function fileOf(text: string): RootKeyLocation | undefined {
  const path = resolve(text)
  try {
    parseRootKeys(readFileSync(path, 'utf8'))
    return { path }
  } catch {
    return undefined
  }
}

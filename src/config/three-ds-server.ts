import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Secret } from '#domain/secret.ts'
import { ADDRESSES, type ServerEndpoint } from '#three-ds/3dsecure-io/config.ts'
import { type Kind, origin } from './kinds.ts'
import type { Environment } from './setting.ts'

/** Key of a hosted 3-D Secure server, valid in a header. */
export const apiKey: Kind<Secret<string>> = {
  expects: '8 to 200 characters of ASCII without blanks',
  isSecret: true,
  parse: (text) => (/^[!-~]{8,200}$/.test(text) ? new Secret(text) : undefined),
}

/** Any https origin but a production server's. */
export const sandboxOrigin: Kind<string> = {
  expects: 'an https URL without a path, not that of a live server',
  parse: (text) => {
    const address = origin.parse(text)
    return address?.startsWith('https:') && address !== ADDRESSES.production ? address : undefined
  },
}

export const certificateFile: Kind<string> = {
  expects: 'the path of a file with a PEM certificate',
  parse: (path) => {
    const pem = contentOf(path)
    return pem !== undefined && isCertificate(pem) ? pem : undefined
  },
}

interface Settings {
  readonly realm: keyof typeof ADDRESSES | undefined
  readonly threeDsServer: 'simulator' | '3dsecure-io' | undefined
  readonly threeDsApiKey: Secret<string> | undefined
  readonly threeDsSandboxUrl: string | undefined
  readonly threeDsSandboxCa: string | undefined
}

/** Conflicts between these settings, a sentence each. */
export function validateThreeDs(given: Settings, env: Environment): string[] {
  const isGiven = (name: string) => Boolean(env[name]?.trim())
  return [...misplaced(given, isGiven), ...keyMistakes(given, isGiven)]
}

function misplaced({ realm, threeDsServer }: Settings, isGiven: (name: string) => boolean): string[] {
  if (realm !== 'production') return []
  const names = ['THREE_DS_SANDBOX_URL', 'THREE_DS_SANDBOX_CA'].filter(isGiven)
  const mistakes = names.map((name) => `${name} must not be set in production.`)
  return threeDsServer === 'simulator'
    ? ['THREE_DS_SERVER must be a real server in production.', ...mistakes]
    : mistakes
}

function keyMistakes(given: Settings, isGiven: (name: string) => boolean): string[] {
  const isMissing = isHosted(given) && !['THREE_DS_API_KEY', 'THREE_DS_API_KEY_FILE'].some(isGiven)
  return isMissing ? ['THREE_DS_API_KEY or THREE_DS_API_KEY_FILE must be set for this THREE_DS_SERVER.'] : []
}

function isHosted({ threeDsServer }: Settings): boolean {
  return threeDsServer !== undefined && threeDsServer !== 'simulator'
}

/** Endpoint of the server; undefined for the simulator in UAT and for none in production. */
export function threeDsEndpoint(given: Settings): ServerEndpoint | undefined {
  if (!isHosted(given)) return undefined
  return {
    address: given.threeDsSandboxUrl ?? ADDRESSES[given.realm!],
    apiKey: given.threeDsApiKey!,
    ca: given.threeDsSandboxCa,
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}

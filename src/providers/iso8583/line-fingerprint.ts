import { createHash } from 'node:crypto'
import type { Access } from '#providers/port/tools.ts'
import type { Settings } from './config.ts'

/** Digest of settings and credentials, and names of rotating ones; not of seals, which a master-key rotation changes. */
export function lineFingerprint({ account }: Pick<Access, 'account'>, settings: Settings): string {
  const credentials = Object.entries(account.credentials).sort(([one], [other]) => (one < other ? -1 : 1))
  const known = credentials.map(([name, { fingerprint }]) => [name, fingerprint])
  const digest = createHash('sha256')
    .update(JSON.stringify([settings, known]))
    .digest('hex')
  const previous = credentials.filter(([, one]) => one.previous !== null).map(([name]) => name)
  return [digest, ...previous].join(' ')
}

/** True if a line matches: one without a previous value matches all, one with it only callers that still accept that value. */
export function fingerprintMatches(opened: string, wanted: string): boolean {
  const [[digest, ...previous], [wantedDigest, ...alsoWanted]] = [opened.split(' '), wanted.split(' ')]
  return digest === wantedDigest && previous.every((name) => alsoWanted.includes(name))
}

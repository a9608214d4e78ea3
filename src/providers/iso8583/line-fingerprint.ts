import { createHash } from 'node:crypto'
import type { Access } from '../provider.ts'
import type { Settings } from './config.ts'

/**
 * What a line is opened with: a digest of settings and credentials, and the names of credentials of which the value
 * before counts too. How a value is sealed says nothing, as a rotation of the master key changes it.
 */
export function lineFingerprint({ account }: Pick<Access, 'account'>, settings: Settings): string {
  const credentials = Object.entries(account.credentials).sort(([one], [other]) => (one < other ? -1 : 1))
  const known = credentials.map(([name, { fingerprint }]) => [name, fingerprint])
  const digest = createHash('sha256')
    .update(JSON.stringify([settings, known]))
    .digest('hex')
  const previous = credentials.filter(([, one]) => one.previous !== null).map(([name]) => name)
  return [digest, ...previous].join(' ')
}

/**
 * True if a line is the one that is wanted. A process may remember for long that a value before counts, so a line
 * without it is right for everybody; one with it only for those who think so too, and so it ends soon.
 */
export function fingerprintMatches(opened: string, wanted: string): boolean {
  const [[digest, ...previous], [wantedDigest, ...alsoWanted]] = [opened.split(' '), wanted.split(' ')]
  return digest === wantedDigest && previous.every((name) => alsoWanted.includes(name))
}

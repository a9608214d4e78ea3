import { orNotFound } from '#domain/problem.ts'
import { findScriptVersion, keepScriptVersion } from '#store/sessions/script-versions.ts'
import type { Gateway } from '../gateway.ts'

interface Version {
  readonly version: string
  readonly content: string
}

/** Versions this process knows to be kept. */
const kept = new Set<string>()

/** Stores the present version before anybody learns its name, because from then on pages may pin it. */
export async function publishVersion({ sql }: Gateway, { version, content }: Version): Promise<void> {
  if (kept.has(version)) return
  await keepScriptVersion(sql, version, content)
  kept.add(version)
}

/** A version published by this release or by one before it. @throws RequestError `not-found` */
export async function publishedVersion(gateway: Gateway, present: Version, wanted: string): Promise<string> {
  await publishVersion(gateway, present)
  return orNotFound(
    wanted === present.version ? present.content : await findScriptVersion(gateway.sql, wanted),
    'version',
  )
}

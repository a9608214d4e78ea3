import { orNotFound } from '#domain/problem.ts'
import { findScriptVersion, keepScriptVersion } from '#store/sessions/script-versions.ts'
import type { Gateway } from '../gateway.ts'

interface Version {
  readonly version: string
  readonly content: string
}

/** Versions that are stored, as far as this process knows. */
const kept = new Set<string>()

/** Stores the current version before its name is public, because pages may pin it from then on. */
export async function publishVersion({ sql }: Gateway, { version, content }: Version): Promise<void> {
  if (kept.has(version)) return
  await keepScriptVersion(sql, version, content)
  kept.add(version)
}

/** Version published by this release or an earlier one. @throws RequestError `not-found` */
export async function publishedVersion(gateway: Gateway, present: Version, wanted: string): Promise<string> {
  await publishVersion(gateway, present)
  return orNotFound(
    wanted === present.version ? present.content : await findScriptVersion(gateway.sql, wanted),
    'version',
  )
}

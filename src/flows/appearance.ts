import { createHash } from 'node:crypto'
import type { Actor } from '#domain/actor.ts'
import { type Logo, readLogo } from '#domain/logo.ts'
import { orNotFound } from '#domain/problem.ts'
import type { AppearanceChange } from '#interface/appearance.ts'
import type { Sql } from '#store/connection/database.ts'
import { type Appearance, findAppearance, findLogo, saveAppearance } from '#store/merchants/appearance.ts'
import { applyAdminChange } from './change.ts'
import type { Gateway } from './gateway.ts'

export type { Appearance }

const PLAIN: Appearance = { displayName: null, accentColor: null, logoDigest: null }

/** Appearance of a merchant's hosted page (docs/reference/hosted-page.md#appearance). */
export async function showAppearance({ sql }: { readonly sql: Sql }, merchantId: string): Promise<Appearance> {
  return (await findAppearance(sql, merchantId)) ?? PLAIN
}

/** Applies to pages opened from now on. */
export async function changeAppearance(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  wanted: AppearanceChange,
): Promise<Appearance> {
  const logo = typeof wanted.logo === 'string' ? digested(readLogo(wanted.logo)!) : wanted.logo
  const changes = {
    displayName: wanted.displayName,
    accentColor: wanted.accentColor?.toLowerCase() ?? wanted.accentColor,
  }
  const deed = {
    ...{ actor, action: 'appearance.changed' as const, merchantId, subject: merchantId },
    changes: { ...changes, ...(logo !== undefined && { logo: logo?.digest ?? null }) },
  }
  const save = (sql: Sql) => saveAppearance(sql, merchantId, { ...changes, logo })
  return applyAdminChange(gateway, deed, save, { find: (sql) => showAppearance({ sql }, merchantId) })
}

function digested(logo: Logo) {
  return { ...logo, digest: createHash('sha256').update(logo.bytes).digest('hex') }
}

export async function showLogo({ sql }: Gateway, digest: string): Promise<Logo> {
  return orNotFound(await findLogo(sql, digest), 'logo')
}

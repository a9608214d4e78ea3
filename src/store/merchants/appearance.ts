import type { Logo } from '#domain/logo.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

/** Theme of a merchant's hosted page; null: default. */
export interface Appearance {
  readonly displayName: string | null
  /** `#rrggbb` in small letters. */
  readonly accentColor: string | null
  /** SHA-256 of the logo in hexadecimal. */
  readonly logoDigest: string | null
}

const APPEARANCE = record<Appearance>()('displayName, accentColor, logoDigest')

export type AppearanceChanges = Optional<
  Pick<Appearance, 'displayName' | 'accentColor'> & { logo: (Logo & { readonly digest: string }) | null }
>

export function findAppearance(sql: Sql, merchantId: string): Promise<Appearance | undefined> {
  return first(sql<Appearance[]>`
    select ${APPEARANCE.select(sql)} from merchant_appearances where merchant_id = ${merchantId}`)
}

export async function saveAppearance(
  sql: Sql,
  merchantId: string,
  { displayName, accentColor, logo }: AppearanceChanges,
): Promise<Appearance> {
  const [row] = await sql<[Appearance]>`
    insert into merchant_appearances as old (merchant_id, display_name, accent_color, logo, logo_type, logo_digest)
    values (
      ${merchantId}, ${displayName ?? null}, ${accentColor ?? null},
      ${logo?.bytes ?? null}, ${logo?.type ?? null}, ${logo?.digest ?? null}
    )
    on conflict (merchant_id) do update set
      display_name = case when ${displayName === undefined} then old.display_name else excluded.display_name end,
      accent_color = case when ${accentColor === undefined} then old.accent_color else excluded.accent_color end,
      logo = case when ${logo === undefined} then old.logo else excluded.logo end,
      logo_type = case when ${logo === undefined} then old.logo_type else excluded.logo_type end,
      logo_digest = case when ${logo === undefined} then old.logo_digest else excluded.logo_digest end,
      updated_at = now()
    returning ${APPEARANCE.select(sql)}`
  return row
}

/** A logo by its digest; merchants with the same picture share its address. */
export function findLogo(sql: Sql, digest: string): Promise<Logo | undefined> {
  return first(sql<Logo[]>`
    select logo_type as type, logo as bytes from merchant_appearances where logo_digest = ${digest} limit 1`)
}

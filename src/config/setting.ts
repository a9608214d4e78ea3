import type { Kind } from './kinds.ts'

export interface Setting<T> {
  readonly name: string
  readonly kind: Kind<T>
  /** Written as the operator would; absent if the default depends on other settings. */
  readonly fallback?: string
  /** Description of a default that depends on other settings. */
  readonly otherwise?: string
  readonly why: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Invalid value of a setting. Safe to print. */
export class SettingMistake extends Error {
  override name = 'SettingMistake'
}

export function setting<T>(
  name: string,
  kind: Kind<T>,
  defaults: Pick<Setting<T>, 'fallback' | 'otherwise'>,
  why: string,
) {
  return { name, kind, ...defaults, why } satisfies Setting<T>
}

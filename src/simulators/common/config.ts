import type { ProviderAccount } from '#domain/merchant.ts'
import type { Problem } from '#domain/problem.ts'
import { COMMON_DIRECTIVES, type Directives, fault, readDirectives, responseCode } from './directives.ts'
import type { Reader } from './readers.ts'

export type SettingTable = Readonly<Record<string, Reader<unknown>>>

const COMMON_SETTINGS = { response_code: responseCode, fault } as const satisfies SettingTable

/** Settings override metadata, so a first account may decline (docs/reference/admin.md#provider-accounts). */
export function directivesFor(account: ProviderAccount, metadata: Readonly<Record<string, unknown>>): Directives {
  const directives = readDirectives(COMMON_DIRECTIVES, metadata)
  return {
    ...directives,
    responseCode: responseCode.read(account.settings.response_code) ?? directives.responseCode,
    fault: fault.read(account.settings.fault) ?? directives.fault,
  }
}

/** Returns a 422 on `settings.<key>` for each invalid value. */
export function problemsOfSettings(own: SettingTable, settings: ProviderAccount['settings']): readonly Problem[] {
  return Object.entries({ ...COMMON_SETTINGS, ...own })
    .filter(([key, reader]) => settings[key] != null && reader.read(settings[key]) === undefined)
    .map(([key, { expects, params }]) => ({ property: `settings.${key}`, message: `${key} ${expects}.`, params }))
}

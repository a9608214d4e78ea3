import { isGiven, variablesOf } from './read-setting.ts'
import type { Environment, Setting } from './setting.ts'
import { type RawSettings, SETTINGS } from './settings.ts'

const NEEDED = [SETTINGS.secretsKey, SETTINGS.baseUrl, SETTINGS.dashboardUrl]
const UNWANTED: readonly Setting<unknown>[] = [SETTINGS.masterKey, SETTINGS.previousMasterKey]

/** True for the master keys in a dashboard alone, which reads no file and runs no command for them. */
export function isKeptAway(setting: Setting<unknown>, { PROCESSES }: Environment): boolean {
  return PROCESSES?.trim() === 'dashboard' && UNWANTED.includes(setting)
}

/** Problems of a dashboard in processes of its own: they must not get the card key, nor the API the dashboard's cookies. */
export function validateDashboard(
  { realm, processes, baseUrl, dashboardUrl }: RawSettings,
  env: Environment,
): string[] {
  const hostOf = (url: string | undefined) => url && new URL(url).hostname
  const mistakes =
    dashboardUrl !== undefined && hostOf(dashboardUrl) === hostOf(baseUrl)
      ? ['DASHBOARD_URL must have another host name than BASE_URL, because browsers send cookies to all ports of one.']
      : []
  if (realm === 'production' && dashboardUrl?.startsWith('http:'))
    mistakes.push('DASHBOARD_URL must be an https URL in production.')
  if (processes !== 'dashboard') return mistakes
  const held = UNWANTED.flatMap(variablesOf).filter((name) => env[name]?.trim())
  return [
    ...mistakes,
    ...NEEDED.filter((needed) => !isGiven(needed, env)).map(({ name }) => `PROCESSES=dashboard needs ${name}.`),
    ...held.map((name) => `${name} must not be set with PROCESSES=dashboard; "tollgate keys derive" prints its keys.`),
  ]
}

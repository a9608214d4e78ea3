import { readKeyFiles, readSecretFile, runKeyCommand } from './secret-sources.ts'
import { type Environment, type Setting, SettingMistake } from './setting.ts'
import { SETTINGS } from './settings.ts'

type Named = Pick<Setting<unknown>, 'name' | 'kind'>

interface Given {
  readonly name: string
  readonly text: string
  /** Between the name and what the setting expects. */
  readonly verb: string
}

/** Names the variables of a setting; one of them may be set. Secrets may be in files, keys also be printed by a command. */
export function variablesOf({ name, kind }: Named): readonly string[] {
  if (!kind.isSecret) return [name]
  return kind.isKey ? [name, `${name}_FILE`, `${name}_COMMAND`] : [name, `${name}_FILE`]
}

export function isGiven(setting: Named, env: Environment): boolean {
  return givenNames(setting, env).length > 0
}

function givenNames(setting: Named, env: Environment): string[] {
  return variablesOf(setting).filter((name) => env[name]?.trim())
}

/** Reads a setting. @throws SettingMistake */
export function readSetting<T>(setting: Setting<T>, env: Environment): T | undefined {
  const given = findGiven(setting, env)
  return given && parseGiven(setting, given)
}

/** Reads the text of a setting from the environment, files or a command. @throws SettingMistake */
export function findGiven(setting: Setting<unknown>, env: Environment): Given | undefined {
  const { name: own, kind, fallback } = setting
  const [name, another] = givenNames(setting, env)
  if (another !== undefined) throw new SettingMistake(`${name} and ${another} must not both be set.`)
  if (name === undefined) return fallback === undefined ? undefined : { name: own, verb: 'must be', text: fallback }
  const value = env[name]!.trim()
  if (name === own) return { name, verb: 'must be', text: value }
  if (name === `${own}_COMMAND`) return { name, verb: 'must print', text: runKeyCommand(value, name, withoutOurs(env)) }
  return { name, verb: 'must hold', text: kind.isKey ? readKeyFiles(value, name) : readSecretFile(value, name) }
}

/** Environment of a command, without our secrets. */
function withoutOurs(env: Environment): Environment {
  const ours = Object.values<Named>(SETTINGS).flatMap((setting) => (setting.kind.isSecret ? variablesOf(setting) : []))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.includes(name)))
}

/** @throws SettingMistake */
export function parseGiven<T>({ kind }: Setting<T>, { name, verb, text }: Given): T {
  const value = kind.parse(text)
  if (value !== undefined) return value
  const quoted = kind.isSecret ? '' : `, not "${withoutSecrets(text)}"`
  throw new SettingMistake(`${name} ${verb} ${kind.explain?.(text) ?? kind.expects}${quoted}.`)
}

/** An invalid URL may have a password, before the host or in its query. */
function withoutSecrets(text: string): string {
  const bare = text.replace(/^([a-z0-9+.-]{1,20}:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '?…')
  return bare.length > 200 ? `${bare.slice(0, 200)}…` : bare
}

import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { joinShares } from './key-shares.ts'
import { key } from './kinds.ts'
import { type Environment, SettingMistake } from './setting.ts'

const MOST_FILE_BYTES = 65_536
const COMMAND_SECONDS = 30
const MOST_OUTPUT_BYTES = 4096

/** Reads a file with a secret. The path stays out of messages: it may be the secret itself. @throws SettingMistake */
export function readSecretFile(path: string, name: string): string {
  const unreadable = (reason: string | undefined) =>
    new SettingMistake(`${name} must name a readable file (${reason}).`)
  try {
    const file = statSync(path)
    // Pipes and devices may never end.
    if (!file.isFile() || file.size > MOST_FILE_BYTES)
      throw unreadable(`not a file of at most ${MOST_FILE_BYTES} bytes`)
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw error instanceof SettingMistake ? error : unreadable((error as NodeJS.ErrnoException).code)
  }
}

/** Reads a key from a file, or joins it from several that hold its shares, between commas. @throws SettingMistake */
export function readKeyFiles(paths: string, name: string): string {
  const list = paths.split(',')
  if (list.length === 1) return readSecretFile(paths, name)
  const shares = list.map((path, place) => readShare(path.trim(), `${name} (share ${place + 1})`))
  if (new Set(shares).size < shares.length) throw new SettingMistake(`${name} must name each share once.`)
  return joinShares(shares)
}

function readShare(path: string, name: string): string {
  const text = readSecretFile(path, name)
  if (key.parse(text) === undefined) throw new SettingMistake(`${name} must hold ${key.expects}.`)
  return text
}

/**
 * Runs a command that prints a key, without a shell. Nothing that it prints is logged.
 * @throws SettingMistake if it fails, floods or hangs; then it is killed with its children
 */
export function runKeyCommand(line: string, name: string, env: Environment): string {
  const [program, ...args] = line.split(/\s+/)
  const { pid, error, status, signal, stdout } = spawnSync(program!, args, { ...COMMAND_OPTIONS, env })
  if (error === undefined && status === 0) return stdout.trim()
  killGroup(pid)
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? signal ?? `exit code ${status}`
  throw new SettingMistake(`${name} ${COMMAND_MISTAKES[code] ?? `must succeed; it ends with ${code}`}.`)
}

/** Its process group is new, so that `killGroup` ends its children too. */
const COMMAND_OPTIONS = {
  detached: true,
  encoding: 'utf8' as const,
  stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
  timeout: COMMAND_SECONDS * 1000,
  killSignal: 'SIGKILL' as const,
  maxBuffer: MOST_OUTPUT_BYTES,
}

const COMMAND_MISTAKES: Readonly<Record<string, string>> = {
  ETIMEDOUT: `must end within ${COMMAND_SECONDS} seconds`,
  ENOBUFS: `must print at most ${MOST_OUTPUT_BYTES} bytes`,
  ENOENT: 'must begin with a program that exists',
}

/** @param pid 0 for a program that did not start */
function killGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // It had no children.
  }
}

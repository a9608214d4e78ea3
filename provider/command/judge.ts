import { fork } from 'node:child_process'
import { PROMISES } from '../contract/promises.ts'
import type { Report } from './report.ts'

/** Time in which the module and its sandbox must open. */
const OPEN_MS = 30_000
/** Promises that may not end before the rest is left out, so that the program ends within minutes. */
const MOST_ENDLESS = 3
/** Time in which the sandbox may close. */
const CLOSE_MS = 5000
const MEMORY_MB = 512
const MARKS = { kept: 'ok     ', broken: 'BROKEN ', lacking: '-      ' } as const

/**
 * Tries every promise in a process of its own, which is ended when it takes too long, and prints a line for each.
 * @returns true if none is broken @throws Error if the module or its sandbox does not open
 */
export async function judge(module: string, sandbox: string, limitMs: number): Promise<boolean> {
  const ends: (keyof typeof MARKS)[] = []
  let endless = 0
  const note = (end: keyof typeof MARKS, reason = '') => {
    const { title } = PROMISES[ends.length]!
    ends.push(end)
    process.stdout.write(`${MARKS[end]}${title}${reason && `\n       ${reason}`}\n`)
  }
  while (ends.length < PROMISES.length) {
    if (endless === MOST_ENDLESS) {
      note('broken', 'not tried, because too many others did not end')
      continue
    }
    const fault = await tryFrom(ends.length, [module, sandbox], limitMs, note)
    if (fault === undefined) break
    if (fault.isEndless) endless += 1
    note('broken', fault.reason)
  }
  const broken = ends.filter((end) => end === 'broken').length
  process.stdout.write(broken === 0 ? 'Every promise is kept.\n' : `${broken} of ${ends.length} promises are broken.\n`)
  return broken === 0
}

interface Fault {
  readonly reason: string
  readonly isEndless: boolean
}

/** Tries promises from one on, until one ends the process. @returns undefined if all were tried */
async function tryFrom(
  first: number,
  places: readonly string[],
  limitMs: number,
  note: (end: keyof typeof MARKS, reason?: string) => void,
): Promise<Fault | undefined> {
  const child = start(first, places)
  let next = first
  try {
    for (let isOpen = false; next < PROMISES.length; ) {
      const report = await child.next(isOpen ? limitMs : OPEN_MS)
      if (report === 'endless' && isOpen) return { reason: `did not end within ${limitMs / 1000} s`, isEndless: true }
      if (report === 'endless') throw new Error(`The module and its sandbox did not open within ${OPEN_MS / 1000} s.`)
      if (report.kind === 'unopened') throw new Error(report.reason)
      if (report.kind === 'ended' && !isOpen) throw new Error(`The process ended while opening: ${report.reason}.`)
      if (report.kind === 'ended') return { reason: `the process ended: ${report.reason}`, isEndless: false }
      if (report.kind === 'open') isOpen = true
      else if (report.kind !== 'closed' && report.index === next) {
        next += 1
        note(report.kind, report.reason)
      }
    }
    await child.next(CLOSE_MS)
    return undefined
  } finally {
    child.kill()
  }
}

/** Reports of a process, in order. Its output is dropped: a module may write without end. */
function start(
  first: number,
  places: readonly string[],
): { next(limitMs: number): Promise<Report | 'endless'>; kill(): void } {
  const program = new URL(`./try-promises${import.meta.url.slice(-3)}`, import.meta.url)
  const execArgv = [...process.execArgv, `--max-old-space-size=${MEMORY_MB}`]
  const child = fork(program, [String(first), ...places], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const reports: Report[] = []
  let wake: () => void = () => undefined
  const add = (report: Report) => {
    reports.push(report)
    wake()
  }
  child.on('message', (report) => add(report as Report))
  child.once('exit', (code, signal) => add({ kind: 'ended', reason: String(signal ?? `exit code ${code}`) }))
  child.once('error', ({ message }) => add({ kind: 'ended', reason: message }))
  return {
    async next(limitMs) {
      if (reports.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, limitMs)
        await promise
        clearTimeout(timer)
      }
      return reports.shift() ?? 'endless'
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

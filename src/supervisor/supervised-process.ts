import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LONGEST_TIMER_MS } from '#app/longest-timer.ts'
import { sendMessage } from '#http/monitoring/send-message.ts'
import { watchHeartbeat } from './heartbeat.ts'
import type { ReadyMessage, StartMessage } from './messages.ts'

/** A process that ran this long is healthy: if it dies later, the pauses restart from the first. */
const HEALTHY_MILLISECONDS = 60_000
const FIRST_PAUSE_MILLISECONDS = 100
const LONGEST_PAUSE_MILLISECONDS = 10_000
/** Longer than any request, including a provider's timeout. */
const GRACE_MILLISECONDS = 30_000
/** Maximum of failed starts; a process that is killed during a start is restarted. */
const FIRST_STARTS = 5

export interface Patience {
  /** Time between SIGTERM and the last accepted request. */
  readonly drainSeconds: number
  /** Maximum time without a heartbeat; null: unlimited. */
  readonly hangSeconds: number | null
}

/** Process that is restarted whenever it dies or hangs. */
export class SupervisedProcess {
  readonly #name: string
  readonly #fork: () => ChildProcess
  readonly #log: Logger
  readonly #patience: Patience
  readonly #ready = Promise.withResolvers<void>()
  readonly #stopping = new AbortController()
  #isReady = false
  #deaths = 0
  #failedStarts = 0
  #startMessage: StartMessage | undefined
  #child: ChildProcess

  /** Forks immediately; the process waits for `start`. */
  constructor(name: string, fork: () => ChildProcess, log: Logger, patience: Patience) {
    this.#name = name
    this.#patience = patience
    this.#fork = fork
    this.#log = log
    this.#ready.promise.catch(() => undefined)
    this.#child = this.#launch()
  }

  /** Lets the process and each of its successors begin. @throws if every attempt ends before it serves */
  start(settings: Omit<StartMessage, 'kind'>): Promise<void> {
    this.#startMessage = { kind: 'start', ...settings }
    this.#sendStart()
    return this.#ready.promise
  }

  /** Lets the process finish its work; kills it if that takes too long. */
  async stop(): Promise<void> {
    this.#startNoMore()
    if (!isRunning(this.#child)) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const grace = Math.min(GRACE_MILLISECONDS + this.#patience.drainSeconds * 1000, LONGEST_TIMER_MS)
    await Promise.race([ended, sleep(grace, undefined, { ref: false })])
    this.kill()
    await ended
  }

  kill(): void {
    this.#startNoMore()
    this.#child.kill('SIGKILL')
  }

  #startNoMore(): void {
    this.#stopping.abort()
    this.#ready.reject(new Error(`The ${this.#name} was stopped while starting.`))
  }

  #launch(): ChildProcess {
    const launchedAt = Date.now()
    const child = this.#fork()
    child.on('message', (message: ReadyMessage) => message?.kind === 'ready' && this.#becomeReady())
    this.#watch(child)
    child.on('error', (error) => this.#noteError(child, error))
    child.once('exit', (code, signal) => void this.#replace(code ?? signal, Date.now() - launchedAt))
    return child
  }

  #watch(child: ChildProcess): void {
    const { hangSeconds } = this.#patience
    if (hangSeconds === null) return
    watchHeartbeat(child, hangSeconds, () => {
      this.#log.error({ name: this.#name, pid: child.pid, hangSeconds }, 'process unresponsive, killed')
      child.kill('SIGKILL')
    })
  }

  /** A process that could not be forked has no ID, and never exits. */
  #noteError(child: ChildProcess, error: NodeJS.ErrnoException): void {
    this.#log.error(error, `${this.#name} unreachable`)
    if (child.pid === undefined) void this.#replace(error.code ?? error.message, 0)
  }

  #becomeReady(): void {
    this.#isReady = true
    this.#ready.resolve()
  }

  #sendStart(): void {
    if (this.#startMessage !== undefined) sendMessage(this.#child, this.#startMessage)
  }

  async #replace(end: number | string | null, lifetime: number): Promise<void> {
    if (this.#stopping.signal.aborted) return
    if (!this.#isReady) this.#failedStarts += 1
    if (this.#failedStarts === FIRST_STARTS)
      return void this.#ready.reject(new Error(`The ${this.#name} ended with ${end} while starting.`))
    this.#deaths = lifetime > HEALTHY_MILLISECONDS ? 0 : this.#deaths + 1
    const pause = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** this.#deaths, LONGEST_PAUSE_MILLISECONDS)
    this.#log.error({ name: this.#name, end, pause }, 'process exited, restarting')
    await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    if (this.#stopping.signal.aborted) return
    this.#child = this.#launch()
    this.#sendStart()
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

import type { Logger } from 'pino'
import { isOutageError } from '#store/connection/availability.ts'

const PROBE_MS = 1000
/** Time without errors after which the database counts as available again. */
const QUIET_MS = 2000

/** Replaces statement errors while the database is unavailable by one line when it goes and one when it is back. */
export class DatabaseOutage {
  #timer: NodeJS.Timeout | undefined
  #watched: { readonly log: Logger; readonly probe: () => Promise<boolean> } | undefined
  #since: number | undefined
  #failedAt = 0
  #errors = 0

  /** Starts to replace lines. @param probe resolves with true if the database serves */
  watch(log: Logger, probe: () => Promise<boolean>): void {
    this.#watched = { log, probe }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watched = undefined
  }

  /** @param line arguments of a call of the logger. @returns true if its line is replaced */
  replaces([first]: readonly unknown[]): boolean {
    const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
    if (!this.#watched || !isOutageError(error)) return false
    this.#failedAt = performance.now()
    this.#errors += 1
    if (this.#since === undefined) this.#begin(error)
    return true
  }

  #begin({ code, message }: NodeJS.ErrnoException): void {
    this.#since = this.#failedAt
    this.#watched!.log.error({ code, reason: message }, 'database unavailable')
    this.#probeLater()
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => void this.#probe(), PROBE_MS).unref()
  }

  async #probe(): Promise<void> {
    const isBack = performance.now() - this.#failedAt >= QUIET_MS && (await this.#watched?.probe())
    if (isBack) this.#end()
    else if (this.#watched) this.#probeLater()
  }

  #end(): void {
    const seconds = Math.round((performance.now() - this.#since!) / 1000)
    this.#watched?.log.warn({ seconds, errors: this.#errors }, 'database available again')
    this.#since = undefined
    this.#errors = 0
  }
}

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectSecondsOf, toClientConfig } from '../address/client-config.ts'
import type { DatabaseAddress } from '../address/database-address.ts'
import { connectionError, isSilenceError, isWithoutTls, withCode } from '../address/driver-errors.ts'
import { checkSessionAttributes } from '../address/session-attributes.ts'
import { isUnreachableError, isUnusableSessionError } from './availability.ts'
import { COLUMN_TYPES } from './parameters.ts'
import { Turns } from './turns.ts'

/** Pause after a failed attempt to connect, and between replacements; a session unfit sooner stays until it fails again. */
const PACE_MS = 250
/** A failed attempt that took longer was made to a server that is away, not to one that refused it. */
const PATIENCE_MS = 1000
/** Time for statements on the other sessions of a silent server to end. */
const GRACE_MS = 5000
/** SQLSTATE too_many_connections: others may have sessions. */
const TOO_MANY_SESSIONS = '53300'
/** Time for the server to confirm the end of its sessions. */
const FAREWELL_MS = 1000

export interface PoolOptions {
  readonly address: DatabaseAddress
  readonly name: string
  readonly settings: Readonly<Record<string, string | number>>
  readonly connections: number
}

/** Sessions of one database, each for one statement or SQL transaction at a time. */
export class SessionPool {
  readonly #options: PoolOptions
  readonly #sessions: pg.Pool
  readonly #sockets = new Set<Socket>()
  /** Waiting here, not in the driver, which would try to connect for each, one after the other. */
  readonly #turns: Turns
  /** Sessions that serve a statement or SQL transaction. */
  #lent = 0
  readonly #generations = new WeakMap<pg.PoolClient, number>()
  #generation = 0
  #replacedAt = Number.NEGATIVE_INFINITY
  /** When the next attempt to connect may be made; `performance.now()`. */
  #attemptAt = 0
  #isPlain: boolean
  #uses = 0
  readonly #quiet = Promise.withResolvers<void>()
  #isEnding = false
  #closing: Promise<void> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#turns = new Turns(options.connections)
    this.#isPlain = !options.address.ssl
    const connect = () => this.#clientConfig()
    class Client extends pg.Client {
      constructor() {
        super(connect())
        // A statement that waits receives the error itself.
        this.on('error', () => undefined)
      }
    }
    const verify = (client: pg.PoolClient, done: (error?: Error) => void) =>
      checkSessionAttributes(client, options.address.target_session_attrs).then(() => done(), done)
    this.#sessions = new pg.Pool({ Client, max: options.connections, idleTimeoutMillis: 0, verify } as pg.PoolConfig)
    this.#sessions.on('connect', (session) => this.#generations.set(session, this.#generation))
    this.#sessions.on('error', () => undefined)
  }

  /** Uses a session exclusively. @throws CONNECTION_ENDED if the pool is closed, or the session's or act's error */
  async use<T>(act: (session: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#isEnding) throw connectionError('CONNECTION_ENDED', 'The pool of connections is closed.')
    this.#uses += 1
    try {
      return await this.#turns.take(() => this.#useNow(act))
    } finally {
      this.#uses -= 1
      if (this.#isEnding && this.#uses === 0) this.#quiet.resolve()
    }
  }

  /** Waits for statements in progress and closes all sessions. @param timeoutMs after which they are cut */
  async end(timeoutMs: number | undefined): Promise<void> {
    this.#isEnding = true
    if (this.#uses > 0) {
      const cut = timeoutMs === undefined ? undefined : setTimeout(() => this.#cut(), timeoutMs)
      await this.#quiet.promise
      clearTimeout(cut)
    }
    const farewell = setTimeout(() => destroyAll(this.#sockets), FAREWELL_MS)
    await this.#close()
    // The driver does not wait for sockets.
    await Promise.all([...this.#sockets].map((socket) => once(socket, 'close').catch(() => undefined)))
    clearTimeout(farewell)
  }

  async #useNow<T>(act: (session: pg.PoolClient) => Promise<T>): Promise<T> {
    let session: pg.PoolClient | undefined
    let isLost = false
    try {
      session = await this.#take()
      this.#lent += 1
      return await act(session)
    } catch (error) {
      isLost = isUnreachableError(error)
      if (isUnusableSessionError(error)) this.#replaceAll()
      if (session && isSilenceError(error)) this.#leaveSilent(session)
      throw error
    } finally {
      if (session) this.#lent -= 1
      session?.release(isLost)
    }
  }

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      const session = await this.#connect()
      if (this.#generations.get(session) === this.#generation) return session
      session.release(true)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const restMs = this.#attemptAt - performance.now()
    if (restMs > 0 && this.#sessions.idleCount === 0) await sleep(restMs)
    const began = performance.now()
    try {
      return await this.#sessions.connect()
    } catch (error) {
      if (this.#options.address.ssl === 'prefer' && !this.#isPlain && isWithoutTls(error)) {
        this.#isPlain = true
        return this.#connect()
      }
      const now = performance.now()
      this.#attemptAt = now + PACE_MS
      const failure = withCode(advised(error as Error))
      const isFull = (failure as { code?: unknown }).code === TOO_MANY_SESSIONS
      if (!isFull && (this.#lent === 0 || now - began > PATIENCE_MS)) this.#turns.fail(failure)
      throw failure
    }
  }

  #clientConfig(): pg.ClientConfig {
    const { address, name, settings } = this.#options
    const config = toClientConfig(this.#isPlain ? { ...address, ssl: false } : address, name, settings)
    const stream = () => {
      const socket = config.stream!() as Socket
      this.#sockets.add(socket)
      return socket.once('close', () => this.#sockets.delete(socket))
    }
    return {
      ...config,
      types: COLUMN_TYPES,
      stream: stream as never,
      connectionTimeoutMillis: connectSecondsOf(address) * 1000,
    }
  }

  /** Replaces all sessions as they become idle: what one cannot do, the others cannot do either. */
  #replaceAll(): void {
    const now = performance.now()
    if (now < this.#replacedAt + PACE_MS) return
    this.#replacedAt = now
    this.#generation += 1
  }

  /** Without an answer on one session, there is none on the others: gives them no statements, and soon ends theirs. */
  #leaveSilent(session: pg.PoolClient): void {
    if (this.#generations.get(session) !== this.#generation) return
    this.#generation += 1
    const left = [...this.#sockets]
    const error = connectionError('CONNECTION_DESTROYED', 'The database server does not answer.')
    setTimeout(() => destroyAll(left, error), GRACE_MS).unref()
  }

  #cut(): void {
    const error = connectionError('CONNECTION_DESTROYED', 'The pool of connections was closed before the answer.')
    this.#turns.fail(error)
    void this.#close()
    destroyAll(this.#sockets, error)
  }

  #close(): Promise<void> {
    this.#closing ??= this.#sessions.end()
    return this.#closing
  }
}

function destroyAll(sockets: Iterable<Socket>, error?: Error): void {
  for (const socket of sockets) socket.destroy(error)
}

/** PgBouncer refuses the settings of our sessions where the address does not name it. */
function advised(error: Error): Error {
  if (error.message.includes('unsupported startup parameter'))
    error.message += '; behind PgBouncer add pgbouncer=true to the address (docs/operate/pgbouncer.md)'
  return error
}

import type { Socket } from 'node:net'
import type pg from 'pg'
import type { OpenClient } from './client.ts'
import { connectionError, withCode } from './driver-errors.ts'
import type { CopyStream } from './sql.ts'
import type { Query, Row, Rows } from './statement.ts'
import { nameStatement } from './statement-names.ts'

/** How long a session waits for the server to confirm its end. */
const FAREWELL_MS = 1000

export interface SessionOptions {
  /** True if the server keeps statements and their plans. */
  readonly isPrepared: boolean
  /** True if statements are sent before the answers to earlier ones have come. */
  readonly isPipelined: boolean
}

export class Session {
  /** Statements in progress, as a pool counts them; 1 while it is lent. */
  uses = 0
  /** True while it serves a SQL transaction or COPY alone. */
  isLent = false
  isLost = false
  /** When the server last answered, or was asked after a rest; `performance.now()`. */
  heardAt = 0
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #options: SessionOptions
  #isGathering = false
  /** Settles when the statement before is answered; used without a pipeline. */
  #turn: Promise<unknown> = Promise.resolve()

  /** @param onEnd hears when the connection is lost */
  constructor({ client, socket }: OpenClient, options: SessionOptions, onEnd: (session: Session) => void) {
    this.#client = client
    this.#socket = socket
    this.#options = options
    const lose = () => {
      this.isLost = true
      onEnd(this)
    }
    client.on('error', lose)
    client.on('end', lose)
  }

  /** @throws the server's error, or one of the connection */
  ask(query: Query): Promise<Rows<Row[]>> {
    if (this.#options.isPipelined) {
      this.#gather()
      return this.#send(query)
    }
    return this.#inTurn(() => this.#send(query))
  }

  /**
   * Begins COPY. Resolves when it is this stream's turn; statements asked meanwhile follow when it ends.
   * @throws Error if the session is pipelined: the driver refuses COPY there
   */
  async copy(stream: CopyStream): Promise<void> {
    if (this.#options.isPipelined) throw new Error('COPY needs a pool of one connection.')
    // Its reader or writer hears of errors; one after the end would be an uncaught exception.
    stream.on('error', () => undefined)
    const ended = waitForEnd(stream)
    const begun = this.#turn.then(() => void this.#client.query(stream as never))
    this.#turn = begun.then(() => ended)
    await begun
  }

  /** Says goodbye, once nothing is in progress. */
  async end(): Promise<void> {
    const cut = setTimeout(() => this.#socket.destroy(), FAREWELL_MS)
    await this.#client.end()
    clearTimeout(cut)
  }

  /** Cuts the connection. A statement in progress fails with CONNECTION_DESTROYED, and may have been done. */
  destroy(message: string): void {
    this.#socket.destroy(connectionError('CONNECTION_DESTROYED', message))
  }

  /** Writes the statements of one turn of the event loop together, which takes less CPU time. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#socket.cork()
    setImmediate(() => {
      this.#isGathering = false
      this.#socket.uncork()
    })
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const answer = this.#turn.then(act)
    this.#turn = answer.catch(() => undefined)
    return answer
  }

  #send({ text, parameters }: Query): Promise<Rows<Row[]>> {
    return new Promise((resolve, reject) => {
      const answered = (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) =>
        error ? reject(withCode(error)) : resolve(toRows(result))
      if (parameters === undefined) this.#client.query(text, answered as never)
      else this.#client.query({ ...this.#kept(text), values: parameters as unknown[] }, answered as never)
    })
  }

  #kept(text: string) {
    return this.#options.isPrepared ? { text, name: nameStatement(text) } : { text, queryMode: 'extended' }
  }
}

/** Resolves when COPY has ended, however it did. */
export function waitForEnd(stream: CopyStream): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'error', 'close']) stream.once(event, () => resolve())
  })
}

/** Of several statements the last one's. */
function toRows(result: pg.QueryResult | pg.QueryResult[]): Rows<Row[]> {
  const { rows, rowCount } = Array.isArray(result) ? result.at(-1)! : result
  // Two answers are equal if their rows are.
  return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as Rows<Row[]>
}

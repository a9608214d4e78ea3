import type { Locale } from '../shared/locales.ts'
import type { ChallengeEnd, ChallengeOrder, FromFrame, Look } from '../shared/protocol.ts'
import type { Action } from './answers.ts'

/** Sends a message to the shop's page, with ports where it brings some. */
export type Send = (message: FromFrame, ports?: MessagePort[]) => void

/** By then the gateway's own clock has struck, and its answer is that time is over. */
const MARGIN_MS = 2000
/** The window comes from the same address as this frame, so it is there soon, or was lost on the way. */
const OPENING_MS = 8000
const OPENINGS = 2

/** The bank's question in a window over the shop's page, one at a time. */
export class BankWindow {
  readonly #send: Send
  #end: ((end: ChallengeEnd) => void) | null = null

  constructor(send: Send) {
    this.#send = send
  }

  /** Shows the bank's form until it is answered or given up, or the gateway's time for it is over. */
  ask({ url, fields, window_size, full_page_url, limit_seconds }: Action, locale: Locale, look: Look) {
    const order = { url, fields, windowSize: window_size ?? '05', fullPageUrl: full_page_url ?? null, locale, look }
    return new Promise<ChallengeEnd>((resolve) => {
      const limit = setTimeout(() => this.#end?.({ type: 'answered' }), limit_seconds * 1000 + MARGIN_MS)
      const close = this.#open(order, OPENINGS)
      this.#end = (end) => {
        this.#end = null
        clearTimeout(limit)
        close()
        resolve(end)
      }
    })
  }

  /** Gives up the challenge under way, if there is one. */
  cancel(): void {
    this.#end?.({ type: 'canceled' })
  }

  /**
   * The shop's page opens the window and passes on a port; what goes through it the shop never sees.
   * @returns an end to it
   */
  #open(order: ChallengeOrder, openings: number): () => void {
    const { port1, port2 } = new MessageChannel()
    let close = (): void => {
      clearTimeout(opening)
      port1.close()
      this.#send({ type: 'challenge-over' })
    }
    const opening = setTimeout(() => {
      if (openings === 1) return this.cancel()
      close()
      close = this.#open(order, openings - 1)
    }, OPENING_MS)
    port1.onmessage = ({ data }: MessageEvent<ChallengeEnd | { type: 'shown' }>) => {
      if (data.type === 'shown') clearTimeout(opening)
      else this.#end?.(data)
    }
    this.#send({ type: 'challenge' }, [port2])
    port1.postMessage(order)
    return () => close()
  }
}

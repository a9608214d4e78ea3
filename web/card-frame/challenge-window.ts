import type { ChallengeEnd, ChallengeRequest, FromFrame } from '../shared/protocol.ts'
import type { Action } from './session-api.ts'

/** Sends a message to the shop's page, with ports where it brings some. */
export type Send = (message: FromFrame, ports?: MessagePort[]) => void

type Shown = Pick<ChallengeRequest, 'locale' | 'texts' | 'look'>

/** Later than the gateway's own limit, so that its answer then is that time is over. */
const MARGIN_MS = 2000
/** The window comes from the same address as this frame: if it has not opened by then, its load got lost. */
const OPEN_TIMEOUT_MS = 8000
const MAX_ATTEMPTS = 2

export class ChallengeWindow {
  readonly #send: Send
  #end: ((end: ChallengeEnd) => void) | null = null

  constructor(send: Send) {
    this.#send = send
  }

  /** Shows the bank's form until it is answered or canceled, or the gateway's time for it is over. */
  show({ url, fields, window_size, full_page_url, limit_seconds }: Action, { locale, texts, look }: Shown) {
    const request = {
      url,
      fields,
      windowSize: window_size ?? '05',
      fullPageUrl: full_page_url ?? null,
      locale,
      texts,
      look,
    }
    return new Promise<ChallengeEnd>((resolve) => {
      const limit = setTimeout(() => this.#end?.({ type: 'answered' }), limit_seconds * 1000 + MARGIN_MS)
      const close = this.#open(request, MAX_ATTEMPTS)
      this.#end = (end) => {
        this.#end = null
        clearTimeout(limit)
        close()
        resolve(end)
      }
    })
  }

  cancel(): void {
    this.#end?.({ type: 'canceled' })
  }

  /**
   * The shop's page opens the window and passes on a port; it cannot read what goes through.
   * @returns closes the window
   */
  #open(request: ChallengeRequest, attempts: number): () => void {
    const { port1, port2 } = new MessageChannel()
    let close = (): void => {
      clearTimeout(opening)
      port1.close()
      this.#send({ type: 'challenge-over' })
    }
    const opening = setTimeout(() => {
      if (attempts === 1) return this.cancel()
      close()
      close = this.#open(request, attempts - 1)
    }, OPEN_TIMEOUT_MS)
    port1.onmessage = ({ data }: MessageEvent<ChallengeEnd | { type: 'shown' }>) => {
      if (data.type === 'shown') clearTimeout(opening)
      else this.#end?.(data)
    }
    this.#send({ type: 'challenge' }, [port2])
    port1.postMessage(request)
    return () => close()
  }
}

import type { FaultCode, FromFrame, Handshake, Ready, ToFrame } from '../shared/protocol.ts'
import { GATEWAY } from './base-url.ts'
import { loadAgain } from './frame.ts'
import { PaymentError } from './payment-error.ts'

/** A frame that is not ready for the shopper by then has failed. */
const READY_TIMEOUT_MS = 10_000
/** A frame of the gateway answers as soon as it has loaded; anything else in its place does not. */
const HELLO_TIMEOUT_MS = 2500
/** A request for the frame that has no answer by then has probably been lost. */
const LOAD_TIMEOUT_MS = 6000

export interface FrameOwner {
  handshake(): Handshake
  receive(message: FromFrame, ports: readonly MessagePort[]): void
  /** The frame was loaded again, so what was typed in it is gone. */
  lost(): void
}

type Timer = ReturnType<typeof setTimeout>

/** The private channel to one frame: a port, passed once, to the gateway's origin only. */
export class FrameLink {
  readonly frame: HTMLIFrameElement
  readonly #owner: FrameOwner
  #ready!: Promise<Ready>
  #waiting: { resolve(ready: Ready): void; reject(error: PaymentError): void } | null = null
  #deadline: Timer | undefined
  #loadTimer: Timer | undefined
  #helloTimer: Timer | undefined
  #isSecondAttempt = false
  #port: MessagePort | null = null

  constructor(frame: HTMLIFrameElement, owner: FrameOwner) {
    this.frame = frame
    this.#owner = owner
    this.#expect()
    frame.addEventListener('load', () => this.#sendHandshake())
  }

  /** The frame's first words; rejects with a PaymentError. */
  get ready(): Promise<Ready> {
    return this.#ready
  }

  send(message: ToFrame): void {
    this.#port?.postMessage(message)
  }

  close(): void {
    this.#fail('destroyed', 'The payment frame was removed from the page.')
    this.#port?.close()
    this.#port = null
    this.frame.remove()
  }

  #expect(): void {
    this.#ready = new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
    // A rejection that no caller waits for is no error of the page.
    this.#ready.catch(() => undefined)
    this.#isSecondAttempt = false
    this.#deadline = setTimeout(() => this.#failLate(), READY_TIMEOUT_MS)
    this.#loadTimer = setTimeout(() => this.#reload(), LOAD_TIMEOUT_MS)
    document.addEventListener('securitypolicyviolation', this.#onViolation)
  }

  #sendHandshake(): void {
    // A frame that is moved within the page loads again and needs another handshake.
    if (!this.#waiting) {
      this.#expect()
      this.#owner.lost()
    }
    const { port1, port2 } = new MessageChannel()
    this.#port?.close()
    this.#port = port1
    port1.onmessage = ({ data, ports }: MessageEvent<FromFrame>) => this.#receive(data, ports)
    this.frame.contentWindow?.postMessage(this.#owner.handshake(), GATEWAY, [port2])
    clearTimeout(this.#helloTimer)
    this.#helloTimer = setTimeout(
      () => (this.#isSecondAttempt ? this.#failBlocked() : this.#reload()),
      HELLO_TIMEOUT_MS,
    )
  }

  /** A load may get lost once; one that is lost twice is blocked. */
  #reload(): void {
    if (this.#isSecondAttempt) return
    this.#isSecondAttempt = true
    this.#clearRetryTimers()
    loadAgain(this.frame)
  }

  #receive(message: FromFrame, ports: readonly MessagePort[]): void {
    if (message.type === 'hello') this.#clearRetryTimers()
    if (message.type === 'ready') this.#end()?.resolve(message)
    if (message.type === 'fault') this.#fail(message.code, message.message)
    this.#owner.receive(message, ports)
  }

  #failLate(): void {
    this.#fail('timeout', 'The payment frame was not ready within 10 seconds.')
  }

  #failBlocked(): void {
    if (navigator.onLine) this.#fail('frame_blocked', `A policy, an extension or an embedding page blocks ${GATEWAY}.`)
    else this.#fail('network_error', 'The payment frame could not load: no network.')
  }

  #fail(code: FaultCode, message: string): void {
    this.#end()?.reject(new PaymentError(code, message))
  }

  /** Ends the wait. @returns how to settle `ready`, unless that has happened */
  #end() {
    clearTimeout(this.#deadline)
    this.#clearRetryTimers()
    document.removeEventListener('securitypolicyviolation', this.#onViolation)
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }

  #clearRetryTimers(): void {
    clearTimeout(this.#loadTimer)
    clearTimeout(this.#helloTimer)
  }

  #onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(GATEWAY)) return
    this.#fail('frame_blocked', `The page's Content-Security-Policy lacks frame-src ${GATEWAY}.`)
  }
}

import type { Customer, FaultCode, FromFrame, Greeting, ToFrame } from '../shared/protocol.ts'
import { GATEWAY } from './base-url.ts'
import { loadAgain } from './frame.ts'
import { PaymentError } from './payment-error.ts'

/** Until the frame is ready for the shopper. */
const PATIENCE_MS = 10_000
/** A frame of ours answers as soon as it has loaded; what does not is no frame of ours. */
const HELLO_MS = 2500
/** What has not answered by then has probably been lost on the way. */
const STALL_MS = 6000

/** Who speaks to a frame. */
export interface Speaker {
  greeting(): Greeting
  hear(message: FromFrame, ports: readonly MessagePort[]): void
  /** What the frame held is gone; it begins anew. */
  lost(): void
}

type Timer = ReturnType<typeof setTimeout>

/** The private line to one frame: a port handed over once to the gateway's origin, and nothing else. */
export class FrameLink {
  readonly frame: HTMLIFrameElement
  readonly #speaker: Speaker
  #ready!: Promise<Customer>
  #waiting: { resolve(customer: Customer): void; reject(error: PaymentError): void } | null = null
  #deadline: Timer | undefined
  #stall: Timer | undefined
  #silence: Timer | undefined
  #isSecondAttempt = false
  #port: MessagePort | null = null

  constructor(frame: HTMLIFrameElement, speaker: Speaker) {
    this.frame = frame
    this.#speaker = speaker
    this.#expect()
    frame.addEventListener('load', () => this.#greet())
  }

  /** What the session knows of the customer; rejects with a PaymentError. */
  get ready(): Promise<Customer> {
    return this.#ready
  }

  send(message: ToFrame): void {
    this.#port?.postMessage(message)
  }

  close(): void {
    this.#fail('destroyed', 'The payment frame was taken off the page.')
    this.#port?.close()
    this.#port = null
    this.frame.remove()
  }

  /** From now on the frame has its time to get ready. */
  #expect(): void {
    this.#ready = new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
    // Whoever waits for it hears of it; nobody has to.
    this.#ready.catch(() => undefined)
    this.#isSecondAttempt = false
    this.#deadline = setTimeout(() => this.#failLate(), PATIENCE_MS)
    this.#stall = setTimeout(() => this.#tryAgain(), STALL_MS)
    document.addEventListener('securitypolicyviolation', this.#onViolation)
  }

  #greet(): void {
    // A frame that is moved within the page loads again and is greeted again.
    if (!this.#waiting) {
      this.#expect()
      this.#speaker.lost()
    }
    const { port1, port2 } = new MessageChannel()
    this.#port?.close()
    this.#port = port1
    port1.onmessage = ({ data, ports }: MessageEvent<FromFrame>) => this.#receive(data, ports)
    this.frame.contentWindow?.postMessage(this.#speaker.greeting(), GATEWAY, [port2])
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => (this.#isSecondAttempt ? this.#failUnheard() : this.#tryAgain()), HELLO_MS)
  }

  /** A load that was lost on the way may come through the second time; one that is lost twice is no accident. */
  #tryAgain(): void {
    if (this.#isSecondAttempt) return
    this.#isSecondAttempt = true
    this.#calm()
    loadAgain(this.frame)
  }

  #receive(message: FromFrame, ports: readonly MessagePort[]): void {
    if (message.type === 'hello') this.#calm()
    if (message.type === 'ready') this.#end()?.resolve(message.customer)
    if (message.type === 'fault') this.#fail(message.code, message.message)
    this.#speaker.hear(message, ports)
  }

  #failLate(): void {
    this.#fail('timeout', 'The payment frame was not ready within 10 seconds.')
  }

  #failUnheard(): void {
    if (navigator.onLine)
      this.#fail(
        'frame_blocked',
        `Something keeps ${GATEWAY} out: a policy, an extension, or a foreign page around this one.`,
      )
    else this.#fail('network_error', 'There is no network to load the payment frame.')
  }

  #fail(code: FaultCode, message: string): void {
    this.#end()?.reject(new PaymentError(code, message))
  }

  /** Ends the wait. @returns how to answer it, unless it is */
  #end() {
    clearTimeout(this.#deadline)
    this.#calm()
    document.removeEventListener('securitypolicyviolation', this.#onViolation)
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }

  /** The frame is there. */
  #calm(): void {
    clearTimeout(this.#stall)
    clearTimeout(this.#silence)
  }

  #onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(GATEWAY)) return
    this.#fail('frame_blocked', `The page's Content-Security-Policy lacks frame-src ${GATEWAY}.`)
  }
}

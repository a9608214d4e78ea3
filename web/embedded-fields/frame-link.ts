import type { Customer, FaultCode, FromFrame, Greeting, ToFrame } from '../shared/protocol.ts'
import { GATEWAY } from './gateway.ts'
import type { Options } from './options.ts'
import { PaymentError } from './payment-error.ts'

/** Until the frame is ready for the shopper. */
const PATIENCE_MS = 10_000
/** A frame of ours answers as soon as it has loaded; what does not is no frame of ours. */
const HELLO_MS = 2500

/** What a bank's page needs to ask for a passkey; it reaches through both of our frames. */
const PERMISSIONS = ['payment *', 'publickey-credentials-get *']

interface Policies {
  readonly featurePolicy?: { features(): readonly string[] }
}

/** A frame on the gateway's origin. Nothing it holds can be read from here. */
export function createFrame(options: Options, component: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({
    client_key: options.clientKey,
    session_id: options.sessionId,
    environment: options.environment,
    component,
    origin: location.origin,
  })
  // Browsers that ask before they fill in another site's frame want it said; others would complain of the word.
  const autofill = (document as Policies).featurePolicy?.features().includes('autofill') ? ['autofill'] : []
  frame.src = `${GATEWAY}/embedded-fields/frame?${query}`
  frame.title = title
  frame.allow = [...PERMISSIONS, ...autofill].join('; ')
  frame.referrerPolicy = 'origin'
  return frame
}

/** Hears everything a frame says. */
type Hear = (message: FromFrame, ports: readonly MessagePort[]) => void

type Timer = ReturnType<typeof setTimeout>

/** The private line to one frame: a port handed over once to the gateway's origin, and nothing else. */
export class FrameLink {
  readonly frame: HTMLIFrameElement
  /** What the session knows of the customer; rejects with a PaymentError. */
  readonly ready: Promise<Customer>
  readonly #hear: Hear
  readonly #greeting: () => Greeting
  readonly #deadline: Timer
  #silence: Timer | undefined
  #settle!: { resolve(customer: Customer): void; reject(error: PaymentError): void }
  #port: MessagePort | null = null

  constructor(frame: HTMLIFrameElement, greeting: () => Greeting, hear: Hear) {
    this.frame = frame
    this.#greeting = greeting
    this.#hear = hear
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    // Whoever waits for it hears of it; nobody has to.
    this.ready.catch(() => undefined)
    this.#deadline = this.#failAfter(PATIENCE_MS, 'timeout', 'The payment frame was not ready within 10 seconds.')
    // A frame that is moved within the page loads again and is greeted again.
    frame.addEventListener('load', () => this.#greet())
    document.addEventListener('securitypolicyviolation', this.#onViolation)
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

  #greet(): void {
    const { port1, port2 } = new MessageChannel()
    this.#port?.close()
    this.#port = port1
    port1.onmessage = ({ data, ports }: MessageEvent<FromFrame>) => this.#receive(data, ports)
    this.frame.contentWindow?.postMessage(this.#greeting(), GATEWAY, [port2])
    clearTimeout(this.#silence)
    this.#silence = navigator.onLine
      ? this.#failAfter(HELLO_MS, 'frame_blocked', `Something keeps ${GATEWAY} out: a policy, or an extension.`)
      : this.#failAfter(HELLO_MS, 'network_error', 'There is no network to load the payment frame.')
  }

  #receive(message: FromFrame, ports: readonly MessagePort[]): void {
    if (message.type === 'hello') clearTimeout(this.#silence)
    if (message.type === 'ready') this.#settled(() => this.#settle.resolve(message.customer))
    if (message.type === 'fault') this.#fail(message.code, message.message)
    this.#hear(message, ports)
  }

  #failAfter(milliseconds: number, code: FaultCode, message: string): Timer {
    return setTimeout(() => this.#fail(code, message), milliseconds)
  }

  #fail(code: FaultCode, message: string): void {
    this.#settled(() => this.#settle.reject(new PaymentError(code, message)))
  }

  #settled(settle: () => void): void {
    clearTimeout(this.#deadline)
    clearTimeout(this.#silence)
    document.removeEventListener('securitypolicyviolation', this.#onViolation)
    settle()
  }

  #onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(GATEWAY)) return
    this.#fail('frame_blocked', `The page's Content-Security-Policy lacks frame-src ${GATEWAY}.`)
  }
}

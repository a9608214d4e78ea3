import Stripe from 'stripe'
import { stripeId } from './book.ts'

export interface StripeEvent {
  readonly type: string
  readonly attemptId: string | undefined
  readonly text: string
}

/** How a webhook goes wrong. */
interface Delivery {
  readonly copies?: number
  readonly reversed?: boolean
  readonly forged?: boolean
}

/** Events of the sandbox, signed by Stripe's own library. */
export class Events {
  readonly all: StripeEvent[] = []
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  record(type: string, object: { readonly metadata?: Readonly<Record<string, string>> }): void {
    const event = {
      id: stripeId('evt'),
      object: 'event',
      api_version: '2026-08-26.dahlia',
      created: Math.floor(Date.now() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    }
    this.all.push({ type, attemptId: object.metadata?.attempt_id, text: JSON.stringify(event) })
  }

  /** The `Stripe-Signature` of a text. */
  sign(payload: string, timestamp = Math.floor(Date.now() / 1000), secret = this.#secret): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }

  /** Sends every event so far to an endpoint. @returns the statuses it answered */
  async deliver(url: string, { copies = 1, reversed = false, forged = false }: Delivery = {}): Promise<number[]> {
    const texts = this.all.flatMap(({ text }) => Array<string>(copies).fill(text))
    const statuses: number[] = []
    for (const body of reversed ? texts.reverse() : texts) {
      const signature = forged ? this.sign(body, undefined, 'whsec_somebodyelse') : this.sign(body)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status)
    }
    return statuses
  }
}

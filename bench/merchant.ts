import { createPublicKey } from 'node:crypto'
import { Pool } from 'undici'
import { AccessToken } from '#client/access-token.ts'
import { type EncryptedCard, encryptCard } from '#client/card.ts'
import type { Demo } from './gateway-process.ts'

const REQUEST_MS = 60_000

/** The demo merchant's server: calls with kept-alive connections, one request at a time on each. */
export interface Merchant {
  readonly terminalId: string
  /** Sends JSON with the merchant's token. @returns the body of a 2xx @throws with status and body of any other */
  post(path: string, json: string): Promise<string>
  /** Requests as a shopper's browser does: follows no redirect, sends no token. */
  browse(url: string, form: Record<string, string>): Promise<string>
  close(): Promise<void>
}

export function openMerchant(demo: Demo, connections: number): Merchant {
  const { base_url, auth_url, realm, merchant } = demo
  const pool = new Pool(base_url, { connections, pipelining: 1, headersTimeout: REQUEST_MS })
  const token = new AccessToken(
    { authUrl: auth_url, realm, clientId: merchant.client_id, clientSecret: merchant.client_secret },
    REQUEST_MS,
  )

  async function send(path: string, headers: Record<string, string>, body: string): Promise<string> {
    const answer = await pool.request({ method: 'POST', path, headers, body })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`)
    return text
  }

  return {
    terminalId: merchant.terminal_id,
    post: async (path, json) =>
      send(path, { authorization: `Bearer ${await token.current()}`, 'content-type': 'application/json' }, json),
    browse: (url, form) => {
      const { pathname, search } = new URL(url, base_url)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return send(pathname + search, headers, new URLSearchParams(form).toString())
    },
    close: () => pool.close(),
  }
}

/**
 * Encrypts cards beforehand and returns them in turn, so that the merchant's own work stays outside the measured time.
 */
export function encryptCards(demo: Demo, count: number): () => EncryptedCard {
  const key = createPublicKey(demo.merchant.public_key)
  const expirationYear = String(new Date().getFullYear() + 2)
  const card = { number: '4111111111111111', cvv: '737', expirationMonth: '12', expirationYear }
  return inTurn(Array.from({ length: count }, () => encryptCard(key, card)))
}

/** Returns the items one after the other, then from the first again. */
export function inTurn<T>(items: readonly T[]): () => T {
  let next = 0
  return () => items[next++ % items.length]!
}

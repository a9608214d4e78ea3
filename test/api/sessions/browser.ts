import { GOOD_CARD } from '#test/card-encryption.ts'
import { type HttpAnswer, NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { readJson } from '../../../client/exact-json.ts'

export const RETURN_URL = 'https://shop.example/thanks?order=1#paid'

/** A complete session body; `changes` replace top-level fields, undefined removes one. */
export function sessionBody(merchant: TestMerchant, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    terminal_id: merchant.terminalId,
    reference: newReference(),
    description: 'Two bags of beans',
    currency: 'EUR',
    amount: 1250,
    transaction_type: 'PURCHASE',
    return_url: RETURN_URL,
    metadata: NOT_ENROLLED,
    ...changes,
  }
}

export function createSession(merchant: TestMerchant, changes: Record<string, unknown> = {}): Promise<HttpAnswer> {
  return merchant.call('POST', '/api/sessions', { body: sessionBody(merchant, changes) })
}

export async function readSession(merchant: TestMerchant, id: string) {
  return (await merchant.call('GET', `/api/sessions/${id}`)).body
}

export const TYPED_CARD = {
  type: 'card',
  number: GOOD_CARD.number,
  expiry_month: GOOD_CARD.expirationMonth,
  expiry_year: GOOD_CARD.expirationYear,
  cvc: GOOD_CARD.cvv,
}

const TOLD_BY_SCRIPT = {
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -120,
  language: 'ro-RO',
}

/** Requests that our page may send for its session. */
export interface Browser {
  /** The frame of the fields with what was written into it; its `session` is null where it is refused. */
  open(): Promise<{ headers: Headers; frameConfig: HttpAnswer['body'] }>
  call(act: string, body: unknown, headers?: Record<string, string>): Promise<HttpAnswer>
  pay(paymentMethod?: object, changes?: Record<string, unknown>): Promise<HttpAnswer>
}

/** A shopper's browser on our page. */
export function browserOf(baseUrl: string, merchant: TestMerchant, sessionId: string): Browser {
  const call: Browser['call'] = async (act, body, headers = {}) => {
    const answer = await fetch(`${baseUrl}/embedded-fields/sessions/${sessionId}/${act}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-key': merchant.clientKey,
        'user-agent': 'Mozilla/5.0 (test)',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: readJson(text) }
  }
  return {
    call,
    async open() {
      const query = `client_key=${merchant.clientKey}&session_id=${sessionId}&environment=test&component=card`
      const answer = await fetch(`${baseUrl}/embedded-fields/frame?${query}`)
      const [, attribute = ''] = /data-config="([^"]*)"/.exec(await answer.text())!
      return { headers: answer.headers, frameConfig: JSON.parse(unescaped(attribute)) }
    },
    pay: (payment_method = TYPED_CARD, changes = {}) =>
      call('pay', { payment_method, browser_info: TOLD_BY_SCRIPT, ...changes }),
  }
}

/** A new session and the browser that pays it. */
export async function openBrowser(
  baseUrl: string,
  merchant: TestMerchant,
  changes: Record<string, unknown> = {},
): Promise<Browser & { readonly id: string }> {
  const { status, body, text } = await createSession(merchant, changes)
  if (status !== 201) throw new Error(`The session was refused: ${text}`)
  return { id: body.id, ...browserOf(baseUrl, merchant, body.id) }
}

function unescaped(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

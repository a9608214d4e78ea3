import { fetchToken, type HttpAnswer, type TestMerchant } from '#test/test-merchant.ts'
import { readJson, writeJson } from '../../../client/exact-json.ts'

/** A narrow client of a merchant, which calls the gateway with its own token. */
export interface NarrowClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly token: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>
}

/** Creates a client by the merchant's first one. */
export async function newClient(
  baseUrl: string,
  merchant: TestMerchant,
  changes: Record<string, unknown> = {},
): Promise<NarrowClient> {
  const body = { name: 'Shop plugin', permissions: [], ...changes }
  const created = await merchant.call('POST', '/api/clients', { body })
  if (created.status !== 201) throw new Error(`Expected a 201, got ${created.status}: ${created.text}`)
  const { client_id: clientId, client_secret: clientSecret } = created.body
  const token = await fetchToken(baseUrl, clientId, clientSecret)
  return { clientId, clientSecret, token, call: caller(baseUrl, token) }
}

export function caller(baseUrl: string, token: string): NarrowClient['call'] {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: writeJson(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, headers: answer.headers, text, body: isJson ? readJson(text) : undefined }
  }
}

export async function tokenStatus(
  baseUrl: string,
  { clientId, clientSecret }: Pick<NarrowClient, 'clientId' | 'clientSecret'>,
  headers: Record<string, string> = {},
): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const url = `${baseUrl}/realms/uat/protocol/openid-connect/token`
  return (await fetch(url, { method: 'POST', body, headers })).status
}

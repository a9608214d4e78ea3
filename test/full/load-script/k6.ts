// Test double of what examples/load/k6.js uses of k6. It measures nothing.

interface Checked {
  readonly name: string
  readonly holds: boolean
}

export const checks: Checked[] = []
/** Names of the requests. */
export const requests: string[] = []

export function check<T>(value: T, rules: Readonly<Record<string, (value: T) => boolean>>): boolean {
  const results = Object.entries(rules).map(([name, rule]) => ({ name, holds: rule(value) }))
  checks.push(...results)
  return results.every(({ holds }) => holds)
}

interface Params {
  readonly headers?: Record<string, string>
  readonly tags: { readonly name: string }
}

/** Sends an object as a form, as k6 does. */
async function asyncRequest(method: string, url: string, body: string | object | undefined, params: Params) {
  const form = typeof body === 'object' ? new URLSearchParams({ ...body }) : body
  const { headers = {}, tags } = params
  const response = await fetch(url, { method, headers, ...(form && { body: form }) })
  // biome-ignore lint/suspicious/noExplicitAny: the script names fields
  const answer: any = await response.json()
  requests.push(tags.name)
  return {
    status: response.status,
    json: (path: string) => path.split('.').reduce((value, name) => value?.[name], answer),
  }
}

const b64decode = (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer
const b64encode = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')

export default { asyncRequest, b64decode, b64encode }

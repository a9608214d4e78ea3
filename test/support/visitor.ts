import { randomBytes } from 'node:crypto'
import { newId } from '#domain/ids.ts'
import type { Gateway } from '#flows/gateway.ts'
import { csrfTokenOf, openSession } from '#identity/people/dashboard-sessions.ts'
import type { Role } from '#identity/permissions.ts'
import { insertMembership } from '#store/people/memberships.ts'
import { upsertPerson } from '#store/people/people.ts'

interface PageAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** User of a browser that keeps one cookie and follows no redirect. */
export interface Visitor {
  readonly personId: string
  readonly email: string
  /** The value of the cookie; empty without a session. */
  readonly token: string
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Sends a form as a page of the gateway does, with its token. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<PageAnswer>
}

interface VisitorOptions {
  readonly baseUrl: string
  readonly gateway: Gateway
}

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** Signs a new person in, with a role for a merchant, or with null for the platform. */
export async function newVisitor(app: VisitorOptions, role: Role, merchantId: string | null): Promise<Visitor> {
  const { email, personId } = await newPerson(app.gateway, role, merchantId)
  const where = { userAgent: 'test', address: '127.0.0.1' }
  const token = await openSession(app.gateway.sql, { personId, methods: ['pwd'], ...where }, app.gateway.settings)
  return { email, personId, ...browserOf(app.baseUrl, token) }
}

/** Creates a person with a role. Without a hash there is no password. */
export async function newPerson(
  { sql }: Pick<Gateway, 'sql'>,
  role: Role,
  merchantId: string | null,
  passwordHash: string | null = null,
): Promise<{ readonly email: string; readonly personId: string }> {
  const email = `${role}-${randomBytes(6).toString('hex')}@people.example`
  const personId = await upsertPerson(sql, { personId: newId('per'), email, name: `The ${role}`, passwordHash })
  await insertMembership(sql, { personId, merchantId, role })
  return { email, personId }
}

/** A browser with this session cookie, or with an empty one; it keeps what it is given and sends all of it back. */
export function browserOf(baseUrl: string, token: string): Pick<Visitor, 'token' | 'get' | 'post'> {
  const jar = new Map(token === '' ? [] : [['tollgate', token]])
  const send = async (path: string, init: RequestInit): Promise<PageAnswer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, ...(cookie !== '' && { cookie }) }
    const answer = await fetch(new URL(path, baseUrl), { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) keep(jar, line)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    get token() {
      return jar.get('tollgate') ?? ''
    },
    get: (path, headers) => send(path, { headers: { ...headers } }),
    post: (path, fields = {}, headers = OWN_PAGE) => {
      const session = jar.get('tollgate')
      const csrf: Record<string, string> = session === undefined ? {} : { csrf: csrfTokenOf(session) }
      return send(path, { method: 'POST', body: new URLSearchParams({ ...csrf, ...fields }), headers: { ...headers } })
    },
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
  if (value === '') jar.delete(name!)
  else jar.set(name!, value!)
}

type Browser = Pick<Visitor, 'get' | 'post'>

/** Goes where it is sent until there is a page. @returns the page and its address */
export async function follow(browser: Browser, answer: PageAnswer): Promise<PageAnswer & { readonly path: string }> {
  let [last, path] = [answer, '']
  while (last.status === 303) {
    const { pathname, search } = new URL(last.headers.get('location')!, 'http://gateway.invalid')
    path = pathname + search
    last = await browser.get(path)
  }
  return { ...last, path }
}

/** Opens the sign-in. @returns the page's address, which its forms begin with */
export async function openSignIn(browser: Browser, back = '/dashboard'): Promise<string> {
  const { path } = await follow(browser, await browser.get(`/dashboard/sign-in?back=${encodeURIComponent(back)}`))
  return path
}

/** Signs in as a person does, up to the first page that is no redirect. */
export async function signIn(browser: Browser, email: string, password: string, back = '/dashboard') {
  const answer = await browser.post(await openSignIn(browser, back), { email, password })
  return follow(browser, answer)
}

/** The value that an answer sets the session's cookie to; undefined where it sets none. */
export function cookieSetBy({ headers }: PageAnswer): string | undefined {
  return headers
    .getSetCookie()
    .map((line) => /^tollgate=([^;]*)/.exec(line)?.[1])
    .find((value) => value !== undefined)
}

/** Reads the text of a page's `data-field`. */
export function fieldOf({ text }: PageAnswer, name: string): string {
  return new RegExp(`data-field="${name}"[^>]*>([^<]*)<`).exec(text)?.[1] ?? ''
}

/** RFC 4648. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

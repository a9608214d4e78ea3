import { randomUUID } from 'node:crypto'

/**
 * Customer of a browser. This demo has no log-in: a cookie that cannot be guessed stands in for one, so every browser is a
 * customer of its own. A real shop takes the id of the account that is logged in.
 */
export function customerOf(cookieHeader = ''): string | undefined {
  return /(?:^|; )customer=(larkspur-[0-9a-f-]{36})(?:;|$)/.exec(cookieHeader)?.[1]
}

export function newCustomerId(): string {
  return `larkspur-${randomUUID()}`
}

/** The Set-Cookie header by which a customer is recognized for a year. */
export function customerCookie(id: string): string {
  return `customer=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`
}

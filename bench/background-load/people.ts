import { setTimeout as sleep } from 'node:timers/promises'
import { browserOf, openSignIn, signIn } from '#test/visitor.ts'
import type { Demo } from '../gateway-process.ts'

/** Load next to the payments until `stopped` aborts. @returns number of answers by status */
export type BackgroundLoad = (demo: Demo, stopped: AbortSignal) => Promise<ReadonlyMap<number, number>>

/** Sends wrong passwords of accounts at a fixed rate, without waiting for earlier attempts. */
export function wrongPasswords(perSecond: number): BackgroundLoad {
  return async ({ base_url }, stopped) => {
    const answers = new Map<number, number>()
    const attempt = async (number: number) => {
      const browser = browserOf(base_url, '')
      const email = `nobody-${number}@people.example`
      const { status } = await browser.post(await openSignIn(browser), { email, password: 'nine bags of beans 9' })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    const attempts: Promise<void>[] = []
    while (!stopped.aborted) {
      attempts.push(attempt(attempts.length).catch(() => undefined))
      await sleep(1000 / perSecond)
    }
    await Promise.all(attempts)
    return answers
  }
}

/** Pages that people look at, one a second each. */
const PAGES = [
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/analytics',
  '/dashboard/balances',
  '/dashboard/events',
]

/** So many people look at one page after another. */
export function browsingUsers(count: number): BackgroundLoad {
  return async ({ base_url, merchant }, stopped) => {
    const answers = new Map<number, number>()
    const browser = browserOf(base_url, '')
    await signIn(browser, merchant.email, merchant.password)
    const browse = async (person: number) => {
      await sleep((1000 * person) / count)
      for (let view = person; !stopped.aborted; view += 1) {
        const [{ status }] = await Promise.all([browser.get(PAGES[view % PAGES.length]!), sleep(1000)])
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: count }, (_, person) => browse(person)))
    return answers
  }
}

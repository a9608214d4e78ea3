import type { Locator, Page } from '@playwright/test'
import { openSession } from '../../../src/identity/people/dashboard-sessions.ts'
import type { Role } from '../../../src/identity/permissions.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import type { Demo } from '../../support/gateway-process.ts'
import { newPerson } from '../../support/visitor.ts'

/** Browser, demo access and database of a test. */
interface Fixtures {
  readonly page: Page
  readonly demo: Demo
  readonly sql: Database
}

const LIMITS = { realm: 'uat', dashboardIdleSeconds: 900, dashboardSessionSeconds: 3600 }

/** The dashboard as a person uses it, by the handles that its pages promise. */
export class Dashboard {
  readonly #page: Page
  readonly #demo: Demo

  private constructor(page: Page, demo: Demo) {
    this.#page = page
    this.#demo = demo
  }

  /**
   * Signs a new person in with a role for the demo merchant, without a password: few are checked at a time in parallel
   * tests.
   */
  static async signedIn({ page, demo, sql }: Fixtures, role: Role = 'owner'): Promise<Dashboard> {
    const { personId } = await newPerson({ sql }, role, demo.merchant.merchant_id)
    const signIn = { personId, methods: ['pwd'], userAgent: 'test', address: '127.0.0.1' }
    const value = await openSession(sql, signIn, LIMITS)
    await page.context().addCookies([{ name: 'tollgate', value, url: demo.base_url, httpOnly: true, sameSite: 'Lax' }])
    return new Dashboard(page, demo)
  }

  async open(path = ''): Promise<void> {
    await this.#page.goto(`${this.#demo.base_url}/dashboard${path}`)
  }

  is(page: string): Locator {
    return this.#page.locator(`body[data-page="${page}"]`)
  }

  action(name: string): Locator {
    return this.#page.locator(`[data-action="${name}"]:visible`)
  }

  field(name: string): Locator {
    return this.#page.locator(`[data-field="${name}"]`)
  }

  filter(name: string): Locator {
    return this.#page.locator(`[data-filter="${name}"]`)
  }

  row(id: string): Locator {
    return this.#page.locator(`[data-id="${id}"]`)
  }

  rows(list: string): Locator {
    return this.#page.locator(`[data-list="${list}"] [data-id]`)
  }

  problem(field: string): Locator {
    return this.#page.locator(`[data-problem="${field}"]`)
  }

  state(name: string): Locator {
    return this.#page.locator(`[data-state="${name}"]`)
  }
}

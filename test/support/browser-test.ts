import { type BrowserContext, test as base, type Response } from '@playwright/test'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { MerchantServer } from './browser-merchant.ts'
import { openSite, type Site } from './browser-site.ts'
import { publishedStage, type Stage } from './browser-stage.ts'
import type { Demo } from './gateway-process.ts'

export { expect } from '@playwright/test'

/** Reduces motion for tests of colors, which must not be read during a transition. */
export const AT_REST = { contextOptions: { reducedMotion: 'reduce' } } as const

/** Explores rather than promises: left to `npm run test:full`. */
export const FULL = { tag: '@full' }

/** Tags the cases of a loop over languages, sizes or kinds, except representatives. */
export const fullUnless = (isRepresentative: boolean) => (isRepresentative ? {} : FULL)

interface TestFixtures {
  /** Complaints of the browser that a test provokes on purpose. */
  readonly expectedNoise: RegExp | undefined
  /** Fails a test in which the browser complained, or a page came without its policy. */
  readonly quiet: undefined
}

interface WorkerFixtures {
  readonly stage: Stage
  readonly demo: Demo
  readonly merchant: MerchantServer
  readonly sql: Database
  readonly site: Site
}

/** Playwright's test on the stage of this run. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  stage: [async ({}, use) => use(publishedStage()), { scope: 'worker' }],
  demo: [async ({ stage }, use) => use(stage.demo), { scope: 'worker' }],
  merchant: [async ({ demo }, use) => use(new MerchantServer(demo)), { scope: 'worker' }],
  sql: [
    async ({ stage }, use) => {
      const sql = openDatabase(stage.databaseUrl, 'browser tests', 1)
      await use(sql)
      await sql.end()
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const site = await openSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  expectedNoise: [undefined, { option: true }],
  quiet: [
    async ({ context, demo, expectedNoise }, use) => {
      const complaints = listen(context, demo)
      await use(undefined)
      const unexpected = complaints.filter((complaint) => !expectedNoise?.test(complaint))
      base.expect(unexpected, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

/** The challenge asks for the focus without script too; in a frame its script takes it where the browser refuses. */
const HARMLESS = /^Blocked autofocusing on a <button> element in a cross-origin subframe/

/** Collects everything a developer would find in the console, and pages without a policy. */
function listen(context: BrowserContext, demo: Demo): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || HARMLESS.test(message.text())) return
    complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('response', (response) => {
    if (!hasPolicy(response, demo)) complaints.push(`No strict policy: ${response.url()}`)
  })
  return complaints
}

/** Every page of the gateway names its scripts by nonce. */
function hasPolicy(response: Response, { base_url, shop_url }: Demo): boolean {
  const isPage = response.headers()['content-type']?.startsWith('text/html') === true
  const url = response.url()
  if (!isPage || ![base_url, shop_url].some((ours) => url.startsWith(`${ours}/`))) return true
  const policy = response.headers()['content-security-policy'] ?? ''
  const isStrict = policy.includes("default-src 'none'") && !/script-src[^;]*(unsafe|\*)/.test(policy)
  const needsNonce = url.startsWith(base_url)
  return isStrict && (!needsNonce || /script-src 'nonce-[^']+'/.test(policy))
}

import { gzipSync } from 'node:zlib'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import browserConfig from '../../playwright.config.ts'
import type { Demo } from '../gateway-process.ts'

/** Slow 4G as Lighthouse has it, on a phone a quarter as fast as this machine. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1638_000 / 8, uploadThroughput: 750_000 / 8 }
const CPU_SLOWDOWN = 4

/** Maximum of each figure of a page (bench/README.md#in-the-browser). */
const BUDGETS = {
  first: 1200,
  next: 700,
  shift: 0.02,
  blocking: 0,
  reaction: 100,
  gzip: 8000,
  script: 5000,
  requests: 4,
}

/** One page as people see it: medians in milliseconds, sizes in bytes. */
export interface PageFigures {
  readonly page: string
  /** Largest contentful paint with an empty cache, and of the next look at it. */
  readonly first: number
  readonly next: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** Of long tasks what is beyond 50 ms each. */
  readonly blocking: number
  /** Until the next paint after a click. */
  readonly reaction: number
  /** Of the page itself. */
  readonly gzip: number
  /** Of all scripts as they came over the line. */
  readonly script: number
  readonly requests: number
}

interface Look {
  readonly paint: number
  readonly shift: number
  readonly blocking: number
  readonly reaction: number
}

/** Looks at pages of the dashboard as the demo merchant's owner. @param pages paths by name */
export async function measurePages(
  demo: Demo,
  pages: Readonly<Record<string, string>>,
  times: number,
): Promise<PageFigures[]> {
  const browser = await chromium.launch(browserConfig.use?.launchOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, demo)
    const figures: PageFigures[] = []
    for (const [name, path] of Object.entries(pages)) {
      figures.push(await figuresOf(context, name, demo.base_url + path, times))
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function signIn(context: BrowserContext, { base_url, merchant }: Demo): Promise<void> {
  const { email, password } = merchant
  const page = await context.newPage()
  await page.goto(`${base_url}/dashboard`)
  await page.fill('[name="email"]', email)
  await page.fill('[name="password"]', password)
  await page.click('[data-action="sign-in"]')
  await page.waitForSelector('body[data-page="home"]')
  await page.close()
}

async function figuresOf(context: BrowserContext, name: string, url: string, times: number): Promise<PageFigures> {
  const [firsts, nexts]: [Look[], Look[]] = [[], []]
  let loaded: Loaded = { gzip: 0, script: 0, requests: 0 }
  for (let time = 0; time < times; time += 1) {
    const page = await context.newPage()
    const line = await slowed(page)
    await line.send('Network.clearBrowserCache')
    loaded = await loadedBy(page, line, async () => void firsts.push(await look(page, url)))
    nexts.push(await look(page, url))
    await page.close()
  }
  const all = [...firsts, ...nexts]
  return {
    page: name,
    first: median(firsts.map(({ paint }) => paint)),
    next: median(nexts.map(({ paint }) => paint)),
    shift: Math.max(...all.map(({ shift }) => shift)),
    blocking: median(all.map(({ blocking }) => blocking)),
    reaction: median(all.map(({ reaction }) => reaction)),
    ...loaded,
  }
}

async function slowed(page: Page): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
  await line.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(WATCH)
  return line
}

/** Runs in the page, before anything of its own. */
const WATCH = `
  window.seen = { paint: 0, shift: 0, blocking: 0, reaction: 0 }
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, durationThreshold: 16 })
  on('largest-contentful-paint', ({ startTime }) => { seen.paint = startTime })
  on('layout-shift', ({ value }) => { seen.shift += value })
  on('longtask', ({ duration }) => { seen.blocking += Math.max(0, duration - 50) })
  on('event', ({ duration }) => { seen.reaction = Math.max(seen.reaction, duration) })`

/** Resolves after the next paint, when the observers have reported. */
const PAINTED = 'new Promise((painted) => requestAnimationFrame(() => setTimeout(() => painted(window.seen), 200)))'

/** Loads a page, and clicks where a click leads nowhere else. */
async function look(page: Page, url: string): Promise<Look> {
  await page.goto(url, { waitUntil: 'load' })
  const before = (await page.evaluate(PAINTED)) as Look
  const fold = page.locator('summary').first()
  await ((await fold.count()) > 0 ? fold : page.locator('h1')).click()
  const after = (await page.evaluate(PAINTED)) as Look
  // What a click opens moves what is below, as it should.
  return { ...after, paint: before.paint, shift: before.shift }
}

type Loaded = Pick<PageFigures, 'gzip' | 'script' | 'requests'>

async function loadedBy(page: Page, line: CDPSession, act: () => Promise<void>): Promise<Loaded> {
  const scripts = new Set<string>()
  let [script, requests, html] = [0, 0, '']
  line.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1
    if (scripts.has(requestId)) script += encodedDataLength
  })
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'document') html = await response.text().catch(() => '')
  })
  await act()
  const loaded = { gzip: gzipSync(html).length, script, requests }
  page.removeAllListeners('response')
  return loaded
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

const COLUMNS = ['first', 'next', 'shift', 'blocking', 'reaction', 'gzip', 'script', 'requests'] as const

/** A table of them below what they may cost. */
export function printedPages(pages: readonly PageFigures[]): string {
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join('')
  const figures = (of: Readonly<Record<(typeof COLUMNS)[number], number>>) =>
    COLUMNS.map((column) => (column === 'shift' ? of[column].toFixed(3) : of[column].toFixed(0)))
  return [
    line('slow 4G, CPU ÷ 4', COLUMNS),
    line('at most', figures(BUDGETS)),
    ...pages.map((page) => line(page.page, figures(page))),
  ].join('\n')
}

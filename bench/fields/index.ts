import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import browserConfig from '../../playwright.config.ts'
import { freePort, startGateway } from '../gateway-process.ts'
import { openShop } from './shop.ts'
import { type Network, slowNetwork } from './slow-network.ts'

/**
 * `npm run bench:fields [-- --views 9 --rtt 150 --json]`: how soon a card can be typed on a slow 4G connection, in the
 * real Chromium with a warm cache (bench/README.md).
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    views: { type: 'string', default: '9' },
    rtt: { type: 'string', default: '150' },
  },
})
const network: Network = { roundTrip: Number(values.rtt), down: 1638, up: 750 }

/** Milliseconds since navigation, in the page's own time. */
interface Times {
  readonly called: number
  readonly opened: number
  readonly visible: number
  readonly ready: number
}

const gatewayPort = await freePort()
const toGateway = await slowNetwork(gatewayPort, network)
const env = { PORT: String(gatewayPort), BASE_URL: `http://127.0.0.1:${toGateway.port}` }
const gateway = await startGateway(env)
const shop = await openShop(gateway.demo)
const toShop = await slowNetwork(shop.port, network)
const browser = await chromium.launch(browserConfig.use?.launchOptions)
try {
  const context = await browser.newContext()
  await view(context)
  const views: Times[] = []
  while (views.length < Number(values.views)) views.push(await view(context))
  report(views)
} finally {
  await browser.close()
  for (const server of [toShop, shop, toGateway]) server.close()
  await gateway.stop()
}

/** One look at the shop's page in a tab of its own. */
async function view(context: BrowserContext): Promise<Times> {
  await shop.prepare()
  const page = await context.newPage()
  await page.goto(`http://localhost:${toShop.port}/`, { waitUntil: 'commit' })
  const times = await page.waitForFunction('window.times', undefined, { timeout: 60_000 })
  const seen = (await times.jsonValue()) as Times
  await page.close()
  return seen
}

function report(views: readonly Times[]): void {
  const rows = {
    'PaymentComponent() to visible fields': views.map(({ called, visible }) => visible - called),
    'PaymentComponent() to mounted and ready': views.map(({ called, ready }) => ready - called),
    'navigation to visible fields': views.map(({ visible }) => visible),
  }
  const figures = Object.entries(rows).map(([name, times]) => ({ name, ...spread(times) }))
  console.log(values.json ? JSON.stringify({ network, views: views.length, figures }, null, 2) : formatReport(figures))
}

interface Figure {
  readonly name: string
  readonly median: number
  readonly slowest: number
}

function formatReport(figures: readonly Figure[]): string {
  const head = `${values.views} views, warm cache, ${network.roundTrip} ms round trip, ${network.down} kbit/s down`
  const row = ({ name, median, slowest }: Figure) => `${name.padEnd(42)} median ${median} ms, slowest ${slowest} ms`
  return [head, '', ...figures.map(row)].join('\n')
}

function spread(times: readonly number[]): Pick<Figure, 'median' | 'slowest'> {
  const sorted = times.map(Math.round).sort((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)]!, slowest: sorted.at(-1)! }
}

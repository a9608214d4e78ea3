import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { observeRequest } from '#http/monitoring/metrics.ts'
import { collectMetrics, exposeMetrics, readMetrics } from '#http/monitoring/metrics-cluster.ts'
import { observer } from '#http/monitoring/observer.ts'
import { observeTask } from '#http/monitoring/worker-metrics.ts'

// Run as a process: two API processes that have answered requests, a background worker, and one that offers no figures.
// The first is scraped: with all at work, while the worker and another hang, after the worker died, and after another died
// while several scrapes waited for a parent that was held up. The answers are printed as JSON.
const HELD_UP_MS = 500

let errors = 0

if (cluster.isPrimary) {
  collectMetrics({ api: 3, worker: 1 })
  const [api, other, worker] = ['api', 'api', 'worker', 'silent'].map((ROLE) => cluster.fork({ ROLE })) as Worker[]
  const forked = Object.values(cluster.workers!) as Worker[]
  await Promise.all(forked.map((each) => heard(each, 'ready')))
  const scrapes = [await scrape(api!, 1)]
  for (const each of [other!, worker!]) each.process.kill('SIGSTOP')
  const began = performance.now()
  scrapes.push(await scrape(api!, 3))
  const seconds = (performance.now() - began) / 1000
  const died = once(worker!, 'exit')
  worker!.process.kill('SIGKILL')
  other!.process.kill('SIGCONT')
  await died
  scrapes.push(await scrape(api!, 2))
  other!.on('error', () => (errors += 1))
  api!.send('scrapes')
  other!.process.kill('SIGKILL')
  // The parent reads the scrapes before it learns that the process is gone.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS)
  scrapes.push(await scrape(api!, 3), String(errors), String(seconds))
  process.stdout.write(JSON.stringify(scrapes), () => process.exit(0))
} else {
  observeRequest('GET', '/health/live', 200, 0.001)
  observer.providerCalled({ providerAccountId: 'acc_1', operation: 'inquiry', outcome: 'answered', seconds: 0.001 })
  if (process.env.ROLE === 'worker') observeTask('deliver', true)
  process.on('message', async (message) => {
    if (message === 'scrapes') for (let scrape = 0; scrape < 6; scrape += 1) void readMetrics()
    if (message === 'scrape') process.send!({ scraped: (await readMetrics()) ?? 'nothing' })
  })
  if (process.env.ROLE !== 'silent') exposeMetrics(process.env.ROLE === 'worker' ? 'worker' : 'api')
  process.send!('ready')
}

/** Scrapes until so many are missing: on a busy machine one that works may be late. */
async function scrape(process: Worker, missing: number): Promise<string> {
  for (;;) {
    process.send('scrape')
    const { scraped } = (await heard(process, 'scraped')) as { scraped: string }
    if (scraped.includes(`\ntollgate_processes_missing ${missing}\n`)) return scraped
  }
}

/** Waits for a message that is a word, or has a field of that name. One listener: two may arrive in the same turn. */
function heard(process: Worker, name: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const listen = (message: string | Record<string, unknown>) => {
    if (message === name || (typeof message === 'object' && message[name])) resolve(message)
  }
  process.on('message', listen)
  return promise.finally(() => process.off('message', listen))
}

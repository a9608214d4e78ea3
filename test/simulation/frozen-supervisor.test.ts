// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { freePort } from '#test/ports.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'

/** Default limit of a scrape in Prometheus. */
const SCRAPE_TIMEOUT_MS = 10_000

let gateway: RestartableGateway | undefined
afterEach(() => gateway?.close())

test('the supervisor survives scrapes of processes that died while it was frozen', { timeout: 180_000 }, async () => {
  const metricsPort = await freePort()
  gateway = await openRestartableGateway({ WORKERS: '1', METRICS_PORT: String(metricsPort) })
  const { supervisor, servants, output } = gateway
  const scrape = () =>
    fetch(`http://127.0.0.1:${metricsPort}/metrics`, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS) }).then(
      (answer) => answer.text(),
      () => '',
    )
  for (const role of ['worker', 'worker', 'api'] as const) {
    const [victim] = servants(role)
    process.kill(supervisor(), 'SIGSTOP')
    const scrapes = Array.from({ length: 6 }, scrape)
    // The scrapes reach the API process before the victim dies.
    await sleep(300)
    process.kill(victim!, 'SIGKILL')
    process.kill(supervisor(), 'SIGCONT')
    await Promise.all(scrapes)
    await eventually(`another ${role}`, 60, async () => servants(role).some((pid) => pid !== victim))
    const isComplete = async () => (await scrape()).includes('\ntollgate_processes_missing 0\n')
    await eventually('a scrape of all processes', 60, isComplete)
  }
  expect(output()).not.toMatch(/fatal|Unhandled/)
})

import cluster from 'node:cluster'
import { observeRequest } from '#http/monitoring/metrics.ts'
import { gatherMetrics, offerMetrics, readMetrics } from '#http/monitoring/metrics-cluster.ts'
import { observer } from '#http/monitoring/observer.ts'

// Run as a process: two API workers that have answered requests, and one worker that offers no figures. The first API
// worker is scraped and its answer printed.
if (cluster.isPrimary) {
  gatherMetrics()
  const roles = ['api', 'api', 'silent']
  const workers = roles.map((role) => cluster.fork({ ROLE: role }))
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.on('message', resolve))))
  workers[0]!.send('scrape')
  workers[0]!.on('exit', () => process.exit(0))
} else {
  observeRequest('GET', '/health/live', 200, 0.001)
  observer.providerCalled({ providerAccountId: 'acc_1', operation: 'inquiry', outcome: 'answered', seconds: 0.001 })
  process.on('message', async (message) => {
    if (message !== 'scrape') return
    process.stdout.write(await readMetrics(), () => process.exit(0))
  })
  if (process.env.ROLE === 'api') offerMetrics()
  process.send!('ready')
}

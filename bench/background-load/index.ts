import { parseArgs } from 'node:util'
import { closedLoop } from '../closed-loop.ts'
import { startGateway } from '../gateway-process.ts'
import type { Measurement } from '../measurement.ts'
import { encryptCards, openMerchant } from '../merchant.ts'
import { pay } from '../payments.ts'
import { type BackgroundLoad, browsingUsers, wrongPasswords } from './people.ts'

/**
 * `npm run bench:beside [-- --rounds 3 --seconds 5 --connections 8]`: what payments feel of people who use the dashboard and of
 * those who try to get in (bench/README.md). Payments alone and payments in company take turns.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
  },
})
const load = { connections: Number(values.connections), warmUpSeconds: 1, seconds: Number(values.seconds) }

const ALONE: BackgroundLoad = async () => new Map()
const COMPANIES: Readonly<Record<string, BackgroundLoad>> = {
  alone: ALONE,
  'beside 50 wrong passwords a second': wrongPasswords(50),
  'beside 20 people who browse': browsingUsers(20),
}

const gateway = await startGateway()
const merchant = openMerchant(gateway.demo, load.connections)
try {
  const nextCard = encryptCards(gateway.demo, 256)
  const act = () => pay(merchant, { type: 'card', data: nextCard() })
  await closedLoop(load, act)
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const [name, company] of Object.entries(COMPANIES)) {
      const stop = new AbortController()
      const answers = company(gateway.demo, stop.signal)
      const measured = await closedLoop(load, act)
      stop.abort()
      console.log(lineOf(round, name, measured, await answers))
    }
  }
} finally {
  await merchant.close()
  await gateway.stop()
}

function lineOf(
  round: number,
  name: string,
  { perSecond, p50, p99, errors }: Measurement,
  answers: ReadonlyMap<number, number>,
) {
  const figures = `${perSecond.toFixed(0).padStart(5)}/s  p50 ${p50.toFixed(0).padStart(4)} ms  p99 ${p99.toFixed(0).padStart(4)} ms`
  const told = [...answers].map(([status, times]) => `${times} x ${status}`).join(', ')
  return `${round}  ${`Payments ${name}`.padEnd(44)}${figures}  ${errors} errors  ${told}`
}

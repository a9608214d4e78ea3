import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/eventually.ts'
import type { ReplicatedPostgres } from '#test/postgres-pair.ts'
import type { Evidence } from '../campaign/evidence.ts'
import { type Gateways, openGateways } from './gateways.ts'
import { openWitnesses, underLoad } from './under-load.ts'

/** How a campaign is to be run. */
export interface Wanted {
  /** Starts the servers that are lost. */
  readonly openDatabases: () => Promise<ReplicatedPostgres>
  /** Decides about orders and the receiver's moods. */
  readonly seed: string
  /** Times that the primary is lost. */
  readonly rounds: number
  /** Orders in progress at a time. */
  readonly lanes: number
  /** Payments go on for so long before each loss, with a standby that follows. */
  readonly secondsOfPeace: number
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

/** One loss of the primary. */
export interface Round {
  /** From the kill until the standby takes writes. */
  readonly secondsToPromotion: number
  /** From the kill to the first approval of an order that came after the promotion. */
  readonly secondsToApproval: number
  /** From the kill until both gateways said that they are ready. */
  readonly secondsToReady: number
}

/** Results of a campaign. */
export interface Finished {
  readonly rounds: readonly Round[]
  readonly evidence: Evidence
  /** PostgreSQL's major version. */
  readonly postgres: number
}

/** Far more than a round may take: a longer wait never ends. */
const PATIENCE_SECONDS = 90

/**
 * Takes payments through two gateways while their primary is killed and its standby promoted, again and again, lets them
 * recover and gathers the evidence. All cards go to a Stripe outside: its book cannot fail over with ours.
 */
export async function runFailovers(wanted: Wanted): Promise<Finished> {
  const pair = await wanted.openDatabases()
  const witnesses = await openWitnesses(wanted.seed)
  let gateways: Gateways | undefined
  try {
    const running = await openGateways({ ...witnesses.env, DATABASE_URL: pair.url })
    gateways = running
    const rounds: Round[] = []
    const place = { ...wanted, databaseUrl: pair.url, demo: running.demo, witnesses }
    const evidence = await underLoad(place, async (approves) => {
      while (rounds.length < wanted.rounds) {
        rounds.push(await round(wanted, pair, running, approves))
        wanted.tell(`round ${rounds.length}: ${told(rounds.at(-1)!)}`)
      }
    })
    return { rounds, evidence, postgres: pair.version }
  } finally {
    await gateways?.close()
    await Promise.all([pair.close(), witnesses.close()])
  }
}

/** @param approves waits until payments are approved again */
async function round(
  { secondsOfPeace }: Wanted,
  pair: ReplicatedPostgres,
  gateways: Gateways,
  approves: () => Promise<void>,
): Promise<Round> {
  await pair.addStandby()
  await sleep(secondsOfPeace * 1000)
  const { killedAt, promotedAt } = await pair.failOver()
  const seconds = (time = Date.now()) => (time - killedAt) / 1000
  const ready = eventually('both gateways to be ready', PATIENCE_SECONDS, gateways.areReady)
  const [secondsToApproval, secondsToReady] = await Promise.all([
    approves().then(() => seconds()),
    ready.then(() => seconds()),
  ])
  return { secondsToPromotion: seconds(promotedAt), secondsToApproval, secondsToReady }
}

function told({ secondsToPromotion, secondsToReady, secondsToApproval }: Round): string {
  const [promoted, ready, approved] = [secondsToPromotion, secondsToReady, secondsToApproval].map((each) =>
    each.toFixed(1),
  )
  return `promoted ${promoted} s after the kill, a payment approved ${approved} s, both gateways ready ${ready} s`
}

import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/eventually.ts'
import type { Group, OneAddress } from '../../full/groups/groups.ts'
import type { Chance } from '../campaign/chance.ts'
import type { Merchant, Merchants } from '../campaign/merchants.ts'
import { type Route, type Step, startCommand } from './command.ts'
import { drawFaults, type Fault } from './faults.ts'
import type { Groups } from './groups.ts'
import { type Interruption, measureInterruption } from './refusals.ts'

/** A step is repeated this often after faults. */
const MOST_ATTEMPTS = 60
const PAUSE_MS = 1000
const PATIENCE_SECONDS = 60
/** Refusals of a switch have ended this long after it. */
const AFTERWARDS_MS = 3000
/** One round in three meets no fault, and shows how long a switch refuses calls. */
const UNDISTURBED_EVERY = 3

/** A merchant's way to another group, or back. */
type Kind = 'move' | 'return' | 'cancel'

/** In turn; each leaves the merchant where it may move again. */
const KINDS: readonly { readonly kind: Kind; readonly who: keyof Merchants }[] = [
  { kind: 'move', who: 'simulated' },
  { kind: 'move', who: 'simulated' },
  { kind: 'return', who: 'connected' },
  { kind: 'cancel', who: 'simulated' },
  { kind: 'move', who: 'simulated' },
  { kind: 'move', who: 'connected' },
  { kind: 'return', who: 'simulated' },
]

/** Switches without a fault in so many rounds. */
export function switchesIn(rounds: number): number {
  const numbers = Array.from({ length: rounds }, (_, number) => number)
  return numbers.filter((number) => number % UNDISTURBED_EVERY === 0 && KINDS[number % KINDS.length]!.kind !== 'cancel')
    .length
}

/** A switch without a fault. */
export interface Switch {
  readonly moved: Interruption
  /** Of the merchant that did not move. */
  readonly other: Interruption
}

/** Moves merchants. */
export interface Rounds {
  run(): Promise<void>
  readonly switches: readonly Switch[]
  /** Kills by what died in which step. */
  readonly kills: readonly string[]
  /** Group that a merchant is in. */
  homeOf(merchantId: string): Group
}

interface Surroundings {
  readonly groups: Groups
  readonly merchants: Merchants
  readonly chance: Chance
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

export function openRounds({ groups, merchants, chance, tell }: Surroundings): Rounds {
  const homes = new Map<string, Group>()
  const homeOf = (merchantId: string) => homes.get(merchantId) ?? 'eu1'
  const faults = Object.groupBy(drawFaults(chance.branch('faults')), ({ step }) => step)
  const moves = openMoves(groups.proxy, chance.branch('delays'), tell)
  const switches: Switch[] = []
  const kills: string[] = []
  let done = 0

  /** The next fault of a step; the plan is repeated. */
  const nextFault = (step: Step, isDisturbed: boolean): Fault | undefined => {
    const plan = isDisturbed && faults[step]
    if (!plan) return undefined
    const fault = plan.shift()!
    plan.push(fault)
    kills.push(`${fault.what} during ${step}`)
    return fault
  }

  async function run(): Promise<void> {
    const { kind, who } = KINDS[done % KINDS.length]!
    const isDisturbed = done % UNDISTURBED_EVERY !== 0
    done += 1
    const [moving, other] = [merchants[who], merchants[who === 'simulated' ? 'connected' : 'simulated']]
    const { merchantId } = moving.shop
    const home = homeOf(merchantId)
    const away: Group = home === 'eu1' ? 'us1' : 'eu1'
    const there = { merchantId, from: groups[home], to: groups[away] }
    const back = { merchantId, from: groups[away], to: groups[home] }
    const step = (name: Step, route: Route) => moves.insist(name, route, nextFault(name, isDisturbed))
    tell(`round ${done}: ${kind} of ${who}, from ${home}${isDisturbed ? '' : ', undisturbed'}`)
    await step('start', there)
    if (kind === 'cancel') return step('cancel', there)
    await moves.awaitCopy(there)
    const interruptions = await watched([moving, other], () => step('switch', there))
    if (!isDisturbed) switches.push({ moved: interruptions[0]!, other: interruptions[1]! })
    tell(`  switched: ${JSON.stringify(interruptions)}`)
    if (kind === 'return') await step('switch', back)
    else homes.set(merchantId, away)
    await step('finish', kind === 'return' ? back : there)
  }
  return { run, switches, kills, homeOf }
}

/** Measures what a switch does to each merchant. */
async function watched(merchants: readonly Merchant[], act: () => Promise<void>): Promise<readonly Interruption[]> {
  const lists = merchants.map(({ client }) => client.journal.exchanges)
  const before = lists.map(({ length }) => length)
  await act()
  await sleep(AFTERWARDS_MS)
  return lists.map((list, index) => measureInterruption(list.slice(before[index])))
}

function openMoves(proxy: OneAddress, chance: Chance, tell: Surroundings['tell']) {
  /** Milliseconds that a step took the last time it succeeded. */
  const durations = new Map<Step, number>()

  async function attempt(step: Step, route: Route, fault?: Fault): Promise<boolean> {
    const began = Date.now()
    const command = startCommand(step, route, proxy)
    if (fault) {
      await Promise.race([sleep(chance.integer(300, durations.get(step) ?? 3000)), command.ended])
      tell(`  ${((Date.now() - began) / 1000).toFixed(1)} s into ${step}: kill -9 of ${fault.what}`)
      await fault.strike(route, command)
    }
    const { code, out, err } = await command.ended
    const took = Date.now() - began
    if (code === 0 && !fault) durations.set(step, took)
    const result = code === 0 ? ['done', /refused ms\W+\d+/i.exec(out)?.[0] ?? ''] : [`ended with ${code}:`, err.trim()]
    tell(`  ${step} ${result.join(' ')} (${took} ms)`)
    return code === 0
  }

  return {
    /** Repeats a step until it succeeds, as an operator does. @param fault during the first attempt */
    async insist(step: Step, route: Route, fault?: Fault): Promise<void> {
      for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
        if (await attempt(step, route, attempts === 0 ? fault : undefined)) return
        await sleep(PAUSE_MS)
      }
      throw new Error(`${step} did not succeed in ${MOST_ATTEMPTS} attempts.`)
    },
    async awaitCopy(route: Route): Promise<void> {
      const isCopied = async () => {
        const [, copied, all] = /(\d+) of (\d+)/.exec((await startCommand('status', route, proxy).ended).out) ?? []
        return copied !== undefined && copied === all
      }
      await eventually('the copy of all tables', PATIENCE_SECONDS, isCopied)
    },
  }
}

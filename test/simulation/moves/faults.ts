import type { Chance } from '../campaign/chance.ts'
import type { Route, RunningCommand, Step } from './command.ts'
import type { RunningGroup } from './groups.ts'

/** Everything that may die while a merchant moves. */
const VICTIMS = ['an API process', 'the worker', 'the supervisor', 'PostgreSQL'] as const
const SIDES = ['from', 'to'] as const
const STEPS = ['start', 'switch', 'finish'] as const satisfies readonly Step[]

/** A kill -9 during one step. */
export interface Fault {
  readonly step: Step
  readonly what: string
  /** Kills it, and starts again what nothing else starts. */
  strike(route: Route, command: RunningCommand): Promise<void>
}

/** Every victim in every step, in an order of chance. */
export function drawFaults(chance: Chance): readonly Fault[] {
  const ofGroups = STEPS.flatMap((step) => SIDES.flatMap((side) => VICTIMS.map((victim) => killOf(step, side, victim))))
  return chance.shuffled([...ofGroups, ...STEPS.map(killOfCommand)])
}

function killOf(step: Step, side: (typeof SIDES)[number], victim: (typeof VICTIMS)[number]): Fault {
  const what = `${victim} of the group ${side === 'from' ? 'left' : 'joined'}`
  return { step, what, strike: (route) => KILLS[victim](route[side]) }
}

function killOfCommand(step: Step): Fault {
  return { step, what: 'the command', strike: async (_, command) => void command.process.kill('SIGKILL') }
}

const KILLS: Readonly<Record<(typeof VICTIMS)[number], (group: RunningGroup) => Promise<void>>> = {
  'an API process': (group) => killServant(group, 'api'),
  'the worker': (group) => killServant(group, 'worker'),
  'the supervisor': (group) => group.restartSupervisor(),
  PostgreSQL: (group) => group.restartDatabase(),
}

async function killServant({ gateway }: RunningGroup, role: 'api' | 'worker'): Promise<void> {
  const [pid] = gateway.servants(role)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

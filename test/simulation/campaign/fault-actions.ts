import type { Database } from '#store/connection/database.ts'
import type { RestartableGateway } from '../../support/restartable-gateway.ts'
import type { Admin } from './admin.ts'
import type { Traps } from './failpoints/traps.ts'
import type { MasterKeys } from './keys.ts'

/** Parts of a run that faults act on or with. */
export interface FaultTarget {
  readonly gateway: RestartableGateway
  readonly traps: Traps
  /** The auditor's connections. */
  readonly sql: Database
  readonly admin: Admin
  readonly keys: MasterKeys
}

/** Does something to the gateway. @returns what was done, for the log */
export type FaultAction = (target: FaultTarget) => Promise<string>

export function trapAt(point: string): FaultAction {
  return async ({ traps }) => {
    await traps.arm(point)
    return `a trap at ${point}`
  }
}

/** Ends sessions of the gateway's processes, idle or in the middle of a statement. */
export function cut(most: number): FaultAction {
  return async ({ sql }) => {
    const ended = await sql`
      select pg_terminate_backend(pid::integer) from (
        select pid from pg_stat_activity
        where application_name like 'tollgate %' and pid <> pg_backend_pid() and application_name <> 'tollgate auditor'
        order by state = 'active' desc, random() limit ${most}
      ) victims`
    return `${ended.length} database sessions ended`
  }
}

export function killOne(role: 'api' | 'worker', which: number): FaultAction {
  return async ({ gateway }) => {
    const pids = gateway.servants(role)
    if (pids.length === 0) return `no ${role} process to kill`
    process.kill(pids[which % pids.length]!, 'SIGKILL')
    return `kill -9 of one ${role} process`
  }
}

/** The second start is under a new master key, wherever everything had been sealed under the present one. */
export async function restart({ gateway, keys, admin }: FaultTarget): Promise<string> {
  const isReplaced = await keys.replace(admin).catch(() => false)
  await gateway.killEverything()
  await gateway.start(keys.env())
  return `kill -9 of every process, and a second start${isReplaced ? ' under a new master key' : ''}`
}

/** The supervisor starts the database server again. */
export async function killDatabase({ gateway }: FaultTarget): Promise<string> {
  await gateway.killDatabase()
  return 'kill -9 of the database server'
}

export async function rotateKeys({ keys, admin }: FaultTarget): Promise<string> {
  await keys.rotate(admin)
  return 'a rotation of all keys was asked for'
}

/** The day of every charge that is asked for again has come. */
export async function bringDays({ sql }: Pick<FaultTarget, 'sql'>): Promise<string> {
  const due = await sql`
    update transactions set due_at = now() where status = 'PENDING' and awaiting = 'recovery' returning 1`
  return `${due.length} charges are due to be asked for again`
}

/** The time of every authorization at a simulator is over, while it may be captured. */
export async function expireAuthorizations({ sql }: FaultTarget): Promise<string> {
  const expired = await sql`
    update transactions set expiry_step = 'VOID', expiry_due_at = now()
    where expiry_due_at is not null and finished_at < now() - interval '1 second'
      and processing_result ->> 'paymentProviderId' like '%-simulator'
    returning 1`
  return `${expired.length} authorizations are due to expire`
}

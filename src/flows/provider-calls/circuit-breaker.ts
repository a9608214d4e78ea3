import type { Logger } from 'pino'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Database } from '#store/connection/database.ts'
import {
  claimProbe,
  countFailure,
  type FailingAccount,
  forgetFailures,
  listFailingAccounts,
  returnProbe,
} from '#store/merchants/provider-circuits.ts'
import { Permit } from './permit.ts'

/** Failures or time-outs in a row after which an account is left alone. */
const THRESHOLD = 5
/** How long, before one request may try it again. */
const PAUSE_SECONDS = 10
/** How old this process' snapshot of what the others found out may be. */
const REFRESH_MS = 500

export type CircuitState = 'CLOSED' | 'OPEN' | 'HALF_OPEN'

/** How an account fares at the moment. */
export interface Circuit {
  readonly state: CircuitState
  readonly failures: number
  readonly openedAt: Date | null
  readonly probeAt: Date | null
}

type Account = Pick<ProviderAccount, 'merchantId' | 'providerAccountId'>

/**
 * Keeps payments away from provider accounts that do not answer. What each process finds out is in the database, so an
 * account that is open is open for all; each keeps a snapshot of the few that fail, renewed while there are requests.
 */
export class CircuitBreaker {
  readonly #sql: Database
  readonly #log: Logger
  #failing = new Map<string, FailingAccount>()
  #readAt = 0
  #reading: Promise<void> | undefined

  constructor(sql: Database, log: Logger) {
    this.#sql = sql
    this.#log = log
  }

  /** Leave to ask the first of these accounts that may be asked at the moment, or undefined where none may. */
  async admitFirst(accounts: readonly ProviderAccount[]): Promise<Permit | undefined> {
    for (const account of accounts) {
      const permit = await this.#admit(account)
      if (permit) return permit
    }
    return undefined
  }

  async #admit(account: ProviderAccount): Promise<Permit | undefined> {
    const { merchantId, providerAccountId } = account
    const freely = new Permit(account, null)
    await this.#refresh(REFRESH_MS)
    if (!this.#failing.has(providerAccountId)) return freely
    // Of an account in trouble the other processes may know more by now.
    await this.#refresh(0)
    const state = stateOf(this.#failing.get(providerAccountId))
    if (state === 'CLOSED') return freely
    if (state === 'OPEN') return undefined
    const probe = await claimProbe(this.#sql, merchantId, providerAccountId, PAUSE_SECONDS)
    return probe === undefined ? undefined : new Permit(account, () => this.#releaseProbe(account, probe))
  }

  #releaseProbe(account: Account, probe: string): Promise<void> {
    const { merchantId, providerAccountId } = account
    return this.#note(account, () => returnProbe(this.#sql, merchantId, providerAccountId, probe))
  }

  /** The account answered, whatever it said. */
  succeed(account: Account): Promise<void> {
    return this.#note(account, () => this.#forget(account))
  }

  /** The account gave no usable answer. */
  fail(account: Account): Promise<void> {
    return this.#note(account, () => this.#count(account))
  }

  /** A payment's own answer must not get lost because the circuit could not be written. */
  async #note({ providerAccountId }: Account, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#log.warn({ err: error, providerAccountId }, 'could not note how a provider account fares')
    }
  }

  async #forget({ merchantId, providerAccountId }: Account): Promise<void> {
    await this.#refresh(REFRESH_MS)
    const failing = this.#failing.get(providerAccountId)
    if (!failing) return
    this.#failing.delete(providerAccountId)
    await forgetFailures(this.#sql, merchantId, providerAccountId)
    if (failing.openedAt) this.#log.info({ providerAccountId }, 'provider account answers again')
  }

  async #count({ merchantId, providerAccountId }: Account): Promise<void> {
    const failing = await countFailure(this.#sql, merchantId, providerAccountId, THRESHOLD, PAUSE_SECONDS)
    this.#failing.set(providerAccountId, failing)
    if (failing.failures === THRESHOLD) this.#log.warn({ providerAccountId }, 'provider account is left alone for now')
  }

  /** How an account fares, as all processes together found out. */
  async circuitOf({ providerAccountId }: Account): Promise<Circuit> {
    await this.#refresh(0)
    const failing = this.#failing.get(providerAccountId)
    const { failures = 0, openedAt = null, probeAt = null } = failing ?? {}
    return { state: stateOf(failing), failures, openedAt, probeAt }
  }

  /** Accounts that are left alone at the moment. */
  async openAccounts(): Promise<readonly string[]> {
    await this.#refresh(0)
    return [...this.#failing.values()].filter(({ openedAt }) => openedAt).map((failing) => failing.providerAccountId)
  }

  /** @param maxAgeMs a snapshot that is younger will do */
  async #refresh(maxAgeMs: number): Promise<void> {
    if (Date.now() - this.#readAt < maxAgeMs) return
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    await this.#reading
  }

  async #read(): Promise<void> {
    const failing = await listFailingAccounts(this.#sql)
    this.#failing = new Map(failing.map((account) => [account.providerAccountId, account]))
    this.#readAt = Date.now()
  }
}

function stateOf(failing: FailingAccount | undefined): CircuitState {
  if (!failing?.openedAt) return 'CLOSED'
  return failing.isProbeDue ? 'HALF_OPEN' : 'OPEN'
}

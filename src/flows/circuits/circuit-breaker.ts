import type { Logger } from 'pino'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Circuit } from '#interface/provider-account.ts'
import type { Database } from '#store/connection/database.ts'
import {
  claimProbe,
  countFailure,
  type FailingAccount,
  listFailingAccounts,
  purgeFailures,
  returnProbe,
} from '#store/merchants/provider-circuits.ts'
import { Permit } from './permit.ts'

/** Consecutive failures or timeouts that open an account's circuit. */
const THRESHOLD = 5
/** Time until one request may probe an account with an open circuit. */
const PAUSE_SECONDS = 10
/** Maximum age of this process's snapshot of failing accounts. */
const REFRESH_MS = 500

type Account = Pick<ProviderAccount, 'merchantId' | 'providerAccountId'>

/**
 * Keeps payments from provider accounts that do not respond. Failures are counted in the database, so a circuit is open
 * for every process. Each process has a snapshot of the few failing accounts, renewed while there are requests.
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

  /** Permit for the first of these accounts that may be called; undefined without any. */
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
    // Other processes may have newer results of a failing account.
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

  succeed(account: Account): Promise<void> {
    return this.#note(account, () => this.#forget(account))
  }

  /** Records that the account gave no usable response. */
  fail(account: Account): Promise<void> {
    return this.#note(account, () => this.#count(account))
  }

  /** A payment keeps its result even if the circuit cannot be written. */
  async #note({ providerAccountId }: Account, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#log.warn({ err: error, providerAccountId }, 'provider account health not saved')
    }
  }

  async #forget({ merchantId, providerAccountId }: Account): Promise<void> {
    await this.#refresh(REFRESH_MS)
    const failing = this.#failing.get(providerAccountId)
    if (!failing) return
    this.#failing.delete(providerAccountId)
    await purgeFailures(this.#sql, merchantId, providerAccountId)
    if (failing.openedAt) this.#log.info({ providerAccountId }, 'circuit closed')
  }

  async #count({ merchantId, providerAccountId }: Account): Promise<void> {
    const failing = await countFailure(this.#sql, merchantId, providerAccountId, THRESHOLD, PAUSE_SECONDS)
    this.#failing.set(providerAccountId, failing)
    if (failing.failures === THRESHOLD) this.#log.warn({ providerAccountId }, 'circuit opened')
  }

  async circuitOf({ providerAccountId }: Account): Promise<Circuit> {
    await this.#refresh(0)
    const failing = this.#failing.get(providerAccountId)
    const { failures = 0, openedAt = null, probeAt = null } = failing ?? {}
    return { state: stateOf(failing), failures, openedAt, probeAt }
  }

  /** Accounts whose circuit is open or about to be probed. */
  async openAccounts(): Promise<readonly string[]> {
    await this.#refresh(0)
    return [...this.#failing.values()].filter(({ openedAt }) => openedAt).map((failing) => failing.providerAccountId)
  }

  /** @param maxAgeMs of a snapshot that need not be read again */
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

function stateOf(failing: FailingAccount | undefined): Circuit['state'] {
  if (!failing?.openedAt) return 'CLOSED'
  return failing.isProbeDue ? 'HALF_OPEN' : 'OPEN'
}

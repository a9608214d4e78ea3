import { setTimeout as sleep } from 'node:timers/promises'
import { UnknownOutcome } from '../../src/providers/port/provider.ts'
import { listenForNotices, NO_NOTICES } from './notices.ts'
import { Unprovable } from './plan.ts'
import { type Facts, type Finding, LIVE_PROMISES, PROMISES, type Result } from './promises.ts'
import { type Payment, type Subject, Trial } from './trial.ts'

export interface Row {
  readonly promise: string
  readonly result: Result
  readonly detail: string
}

export interface Proof {
  readonly method: string
  readonly items: readonly Row[]
  /** Requests and answers, with harmless fields. */
  readonly transcript: readonly object[]
}

export interface ProofOptions {
  /** True in production: real money is charged once, and refunded. */
  readonly isLive: boolean
  /** Port of 127.0.0.1 that receives the provider's notices. */
  readonly noticesPort?: number | undefined
  /** Checks the credentials. @returns an instruction for each problem */
  probe(): Promise<readonly string[]>
  /** Cleans up after an act, also if a signal ends the process meanwhile. */
  thenOrOnSignal(act: () => Promise<void>, cleanUp: () => Promise<void>): Promise<void>
}

/** Proves the promises of a provider account by real calls, and gives back what they moved. */
export async function prove(subject: Subject, options: ProofOptions): Promise<Proof> {
  const { method } = subject.plan
  const problems = await options.probe()
  const rows: Row[] = []
  const add = (promise: string, [result, detail]: Finding) => void rows.push({ promise, result, detail })
  if (problems.length > 0) {
    add('credentials', ['failed', problems.join(' ')])
    return { method, items: rows, transcript: [] }
  }
  add('credentials', ['done', 'The provider accepts them.'])
  const trial = await openTrial(subject, options)
  const facts: Facts = { requests: 0 }
  const tryAll = async () => {
    for (const [promise, test] of Object.entries(options.isLive ? LIVE_PROMISES : PROMISES)) {
      subject.say(`${promise} …`)
      trial.promise = promise
      add(promise, await test(trial, facts).catch(unmade))
    }
  }
  await options.thenOrOnSignal(tryAll, async () => {
    add('given back', await giveAllBack(await trial.interrupt()))
    trial.notices.close()
  })
  return { method, items: rows, transcript: trial.transcript.map(shown) }
}

async function openTrial(subject: Subject, { noticesPort }: ProofOptions): Promise<Trial> {
  const { provider, account } = subject
  if (noticesPort === undefined) return new Trial(subject, NO_NOTICES)
  const { credentials } = subject.access(account)
  return new Trial(subject, await listenForNotices(noticesPort, (notice) => provider.readNotice(credentials, notice)))
}

/** Texts of other errors may have secrets. */
function unmade(error: unknown): Finding {
  const isSafe = error instanceof UnknownOutcome || error instanceof Unprovable
  const what = isSafe ? error.message : `The connector broke (${(error as Error).name}).`
  return ['failed', `${what} Look at the network, the provider's status page and the account's settings.`]
}

async function giveAllBack(trial: Trial): Promise<Finding> {
  trial.promise = 'given back'
  const left = trial.payments.filter(({ mayHaveMoney }) => mayHaveMoney)
  const kept: string[] = []
  for (const payment of left) if (!(await isGivenBack(trial, payment))) kept.push(payment.charge.attemptId)
  const finding: Finding =
    kept.length === 0
      ? ['done', `${left.length} charges were reversed or refunded.`]
      : ['failed', `Not confirmed: ${kept.join(', ')}. Look for these at the provider, and refund them there.`]
  // Of an interrupted proof, the reader sees no table.
  trial.subject.say(`given back: ${finding[1]}`)
  return finding
}

const TRIES = 3

async function isGivenBack(trial: Trial, payment: Payment): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      await trial.giveBack(payment)
      return true
    } catch {
      if (tries === TRIES) return false
      await sleep(1000)
    }
  }
}

function shown({ promise, attemptId, sentAt, ...exchange }: Trial['transcript'][number]): object {
  const { request, requestFields, httpStatus, requestId, answerFields } = exchange
  return {
    ...{ promise, attempt_id: attemptId, sent_at: sentAt.toISOString(), request, request_fields: requestFields },
    ...{ http_status: httpStatus, request_id: requestId, answer_fields: answerFields },
  }
}

import { sayAside } from '#client/command/say.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { RequestError } from '#domain/problem.ts'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import type { Gateway } from '#flows/gateway.ts'
import { noticeUrl } from '#flows/provider-calls/callback-urls.ts'
import { openCredentials } from '#flows/provider-calls/credentials.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { Failure, type Input } from '../command.ts'
import { thenOrOnSignal } from '../on-signal.ts'
import { listenForNotices, NO_NOTICES, type Notices } from './notices.ts'
import { type Plan, planOf } from './plan.ts'
import { type Facts, type Finding, PRODUCTION_PROMISES, PROMISES, type Result } from './promises.ts'
import { type Payment, pause, Trial } from './trial.ts'

export interface Row {
  readonly promise: string
  readonly result: Result
  readonly detail: string
}

export interface Proof {
  readonly provider: string
  readonly realm: string
  readonly method: string
  readonly items: readonly Row[]
  readonly transcript: readonly object[]
}

const DEFAULT_WAIT_SECONDS = 60

/** Proves the promises of a provider account by real calls. @throws Failure before anything is charged */
export async function prove(gateway: Gateway, id: string, input: Input): Promise<Proof> {
  const account = await showProviderAccount(gateway, id).catch((error: unknown) => {
    throw error instanceof RequestError ? new Failure('There is no provider account of this ID.') : error
  })
  const plan = planOf(gateway, account, input)
  const problems = await probeAccount(gateway, account)
  const credentials: Row = {
    promise: 'credentials',
    ...(problems.length > 0 ? row(['failed', problems.join(' ')]) : row(['done', 'The provider accepts them.'])),
  }
  const { provider, realm, method } = { provider: account.provider, realm: gateway.settings.realm, method: plan.method }
  if (problems.length > 0) return { provider, realm, method, items: [credentials], transcript: [] }
  const trial = await openTrial(gateway, account, plan, input)
  const items = await tryAll(trial, realm === 'production' ? PRODUCTION_PROMISES : PROMISES)
  return { provider, realm, method, items: [credentials, ...items], transcript: trial.transcript.map(shown) }
}

async function openTrial(gateway: Gateway, account: ProviderAccount, plan: Plan, input: Input): Promise<Trial> {
  const provider = gateway.providers.get(account.provider)!
  const port = input.notices_port as number | undefined
  const read: Parameters<typeof listenForNotices>[1] = (notice) =>
    provider.readNotice(openCredentials(gateway.vault, account), notice)
  const notices: Notices = port === undefined ? NO_NOTICES : await listenForNotices(port, read)
  const url = input.notices_url ?? (port === undefined ? noticeUrl(gateway, account) : `http://127.0.0.1:${port}`)
  const waitMs = Number(input.wait ?? DEFAULT_WAIT_SECONDS) * 1000
  return new Trial({ gateway, provider, account, plan, notices, noticeUrl: String(url), waitMs })
}

/** Gives back what was moved, also after a failure or a signal. */
async function tryAll(trial: Trial, promises: typeof PROMISES): Promise<Row[]> {
  const rows: Row[] = []
  const facts: Facts = { requests: 0 }
  const giveBack = async () => {
    rows.push(...(await giveAllBack(await trial.end())))
    trial.surroundings.notices.close()
  }
  await thenOrOnSignal(async () => {
    for (const [promise, attempt] of Object.entries(promises)) {
      sayAside(`${promise} …`)
      trial.promise = promise
      rows.push({ promise, ...row(await attempt(trial, facts).catch(unmade)) })
    }
  }, giveBack)
  return rows
}

/** Texts of other errors may have secrets. */
function unmade(error: unknown): Finding {
  const isSafe = error instanceof UnknownOutcome || error instanceof Failure
  const what = isSafe ? error.message : `The connector broke (${(error as Error).name}).`
  return ['failed', `${what} Look at the network, the provider's status page and the account's settings.`]
}

const TRIES = 3

async function giveAllBack(trial: Trial): Promise<Row[]> {
  const promise = 'given back'
  trial.promise = promise
  const left = trial.payments.filter(({ mayHaveMoney }) => mayHaveMoney)
  const kept: string[] = []
  for (const payment of left) if (!(await isGivenBack(trial, payment))) kept.push(payment.charge.attemptId)
  const finding: Finding =
    kept.length === 0
      ? ['done', `${left.length} charges were reversed or refunded.`]
      : ['failed', `Not confirmed: ${kept.join(', ')}. Look for these at the provider, and refund them there.`]
  // Of an interrupted proof, the reader sees no table.
  sayAside(`${promise}: ${finding[1]}`)
  return [{ promise, ...row(finding) }]
}

async function isGivenBack(trial: Trial, payment: Payment): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (tries > 1) await pause(1000)
    const isDone = await trial.giveBack(payment).then(
      () => true,
      () => false,
    )
    if (isDone) return true
  }
  return false
}

const row = ([result, detail]: Finding) => ({ result, detail })

function shown({ promise, attemptId, sentAt, ...exchange }: Trial['transcript'][number]): object {
  const { request, requestFields, httpStatus, requestId, answerFields } = exchange
  return {
    ...{ promise, attempt_id: attemptId, sent_at: sentAt.toISOString(), request, request_fields: requestFields },
    ...{ http_status: httpStatus, request_id: requestId, answer_fields: answerFields },
  }
}

import { SettlementFileError, type SettlementReader } from '#domain/settlement-row.ts'
import { type Access, type Provider, type ProviderDisputes, UnknownOutcome } from '../port/provider.ts'
import {
  checkAnswer,
  checkDispute,
  checkInquiryAnswer,
  checkNotices,
  checkProblems,
  checkReference,
  checkTexts,
} from './check-answers.ts'

export interface ModuleLog {
  error(fields: object, text: string): void
}

/** Reports a fault in a member of the provider. */
type Report = (member: string, error: unknown) => void

const FAILED = 'The provider module failed; the log says where.'
const PROBLEM = { property: '', message: FAILED, params: [] }
const MOST_FRAMES = 3

/**
 * Provider of a module: anything else that it throws or returns in a call is an unknown outcome, logged with its name. A call
 * ends with its time, even if the module ignores it.
 * @param provider as `checkedProvider` copies it
 */
export function guardProvider(provider: Provider, log: ModuleLog): Provider {
  const { name, disputes, capabilitiesWith, readSettlement } = provider
  const report: Report = (member, error) => log.error({ provider: name, member, ...faultOf(error) }, FAULT)
  const calls = guardCalls(report)
  const reads = guardReads(report)
  return {
    ...provider,
    probe: calls('probe', provider.probe, checkTexts),
    authorize: calls('authorize', provider.authorize, checkAnswer),
    followUp: calls('followUp', provider.followUp, checkAnswer),
    inquire: calls('inquire', provider.inquire, checkInquiryAnswer),
    reverse: calls('reverse', provider.reverse, () => undefined),
    readNotice: reads('readNotice', provider.readNotice, checkNotices, 'forged'),
    checkMetadata: reads('checkMetadata', provider.checkMetadata, checkProblems, [PROBLEM]),
    checkSettings: reads('checkSettings', provider.checkSettings, checkProblems, [PROBLEM]),
    ...(capabilitiesWith && {
      capabilitiesWith: (settings, method, paymentMethod) =>
        reads('capabilitiesWith', capabilitiesWith, (own) => own, method)(settings, method, paymentMethod),
    }),
    ...(disputes && { disputes: guardDisputes(disputes, calls, reads) }),
    ...(readSettlement && { readSettlement: guardReader(readSettlement, report) }),
  }
}

const FAULT = 'provider module failed'

type Calls = ReturnType<typeof guardCalls>
type Reads = ReturnType<typeof guardReads>

function guardCalls(report: Report) {
  return <Rest extends readonly unknown[], Answer>(
    member: string,
    act: (access: never, ...rest: Rest) => Promise<Answer>,
    check: (answer: unknown) => unknown,
  ) =>
    async (access: Access, ...rest: Rest): Promise<Answer> => {
      try {
        return check(await beforeAbort(access.signal, async () => act(access as never, ...rest))) as Answer
      } catch (error) {
        if (error instanceof UnknownOutcome) throw error
        report(member, error)
        throw new UnknownOutcome(FAILED)
      }
    }
}

/** @throws UnknownOutcome when the call's time is over */
async function beforeAbort<Answer>(signal: AbortSignal, act: () => Promise<Answer>): Promise<Answer> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = () => reject(new UnknownOutcome('The provider module gave no answer in time.'))
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([act(), over]).finally(() => signal.removeEventListener('abort', end))
}

function guardReads(report: Report) {
  return <Given extends readonly unknown[], Answer>(
    member: string,
    read: (...given: Given) => Answer,
    check: (answer: unknown) => unknown,
    otherwise: Answer,
  ) =>
    (...given: Given): Answer => {
      try {
        return check(read(...given)) as Answer
      } catch (error) {
        report(member, error)
        return otherwise
      }
    }
}

function guardDisputes(disputes: ProviderDisputes, calls: Calls, reads: Reads): ProviderDisputes {
  const { inquire, accept, findAttempt, caseUrl } = disputes
  return {
    inquire: calls('disputes.inquire', inquire, checkDispute),
    ...(accept && { accept: calls('disputes.accept', accept, () => undefined) }),
    ...(findAttempt && { findAttempt: calls('disputes.findAttempt', findAttempt, checkReference) }),
    ...(caseUrl && { caseUrl: reads('disputes.caseUrl', caseUrl, checkCaseUrl, undefined) }),
  }
}

function checkCaseUrl(given: unknown): string | undefined {
  const url = checkReference(given)
  return url !== undefined && URL.parse(url)?.protocol === 'https:' ? url : undefined
}

function guardReader(read: SettlementReader, report: Report): SettlementReader {
  return async function* (file) {
    try {
      yield* read(file)
    } catch (error) {
      if (error instanceof SettlementFileError) throw error
      report('readSettlement', error)
      throw new SettlementFileError(FAILED)
    }
  }
}

/** Kind of an error and places in code. Not its message, which may quote a card. */
function faultOf(error: unknown): { readonly thrown: string; readonly at: readonly string[] } {
  try {
    const { name, stack } = error as Error
    const at = [
      ...String(stack).matchAll(/\((?:file:\/\/)?(\/[^()\n]+:\d+:\d+)\)$|at (?:async )?file:\/\/(\S+:\d+:\d+)$/gm),
    ]
    const places = at.slice(0, MOST_FRAMES).map(([, inCall, alone]) => inCall ?? alone!)
    return { thrown: /^\w{1,60}$/.test(name) ? name : 'Error', at: places }
  } catch {
    return { thrown: typeof error, at: [] }
  }
}

import { type Access, UnknownOutcome } from '#providers/port/tools.ts'
import { type Acquirer, isLineFault } from './acquirer.ts'
import { nextTrace } from './charge.ts'
import { settingsOf } from './config.ts'
import { ECHO, networkRequest } from './line/network.ts'
import { macProblemOf } from './translate/endpoint.ts'
import { traceOf } from './translate/trace.ts'

/** Sends an echo on the line, which is opened and signed on if necessary. */
export async function probe(acquirer: Acquirer, access: Access): Promise<readonly string[]> {
  try {
    const settings = settingsOf(access.account)
    const problem = macProblemOf(settings, access.credentials)
    if (problem !== null) return [problem]
    const echo = networkRequest(traceOf(await nextTrace(acquirer, settings)), ECHO)
    await acquirer.lines.exchange(access, settings, echo, access.signal)
    return []
  } catch (error) {
    if (isLineFault(error) || error instanceof UnknownOutcome) return [error.message]
    throw error
  }
}

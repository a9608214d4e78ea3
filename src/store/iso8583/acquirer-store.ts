import type { Database } from '../connection/database.ts'
import {
  type AttemptId,
  claimDueRepeats,
  type Fields,
  findRequest,
  findRequestByTrace,
  insertBar,
  insertRequest,
  insertStray,
  markUnsent,
  type NewRequest,
  nextTrace,
  postponeRepeat,
  type TerminalId,
} from './acquirer-requests.ts'
import {
  claimDueReversals,
  claimReversal,
  endReversal,
  postponeReversal,
  startReversal,
  takeAnswer,
} from './acquirer-reversals.ts'

export function openAcquirerStore(sql: Database) {
  return {
    nextTrace: (terminal: TerminalId) => nextTrace(sql, terminal),
    record: (request: NewRequest) => insertRequest(sql, request),
    bar: (attempt: AttemptId & { readonly providerAccountId: string }) => insertBar(sql, attempt),
    find: (attempt: AttemptId) => findRequest(sql, attempt),
    findByTrace: (terminal: TerminalId, stan: string, transmitted: string) =>
      findRequestByTrace(sql, terminal, stan, transmitted),
    markUnsent: (attempt: AttemptId) => markUnsent(sql, attempt),
    takeAnswer: (arrival: Parameters<typeof takeAnswer>[1]) => takeAnswer(sql, arrival),
    requestReversal: (attempt: AttemptId, reason: '68' | '17') => startReversal(sql, attempt, reason),
    claimReversal: (attempt: AttemptId) => claimReversal(sql, attempt),
    claimDueReversals: (limit: number) => claimDueReversals(sql, limit),
    postponeReversal: (attempt: AttemptId, seconds: number) => postponeReversal(sql, attempt, seconds),
    claimDueRepeats: (limit: number) => claimDueRepeats(sql, limit),
    postponeRepeat: (attempt: AttemptId, seconds: number) => postponeRepeat(sql, attempt, seconds),
    endReversal: (attempt: AttemptId, code: string, state: 'REVERSED' | 'REVERSING' | 'ANSWERED') =>
      endReversal(sql, attempt, code, state),
    noteStray: (providerAccountId: string, type: string, fields: Fields) =>
      insertStray(sql, providerAccountId, type, fields),
  }
}

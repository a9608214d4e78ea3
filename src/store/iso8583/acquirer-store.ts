import type { AcquirerStore } from '#providers/iso8583/acquirer-store.ts'
import type { Database } from '../connection/database.ts'
import * as requests from './acquirer-requests.ts'
import * as reversals from './acquirer-reversals.ts'

export function openAcquirerStore(sql: Database): AcquirerStore {
  return {
    nextTrace: (terminal) => requests.nextTrace(sql, terminal),
    record: (request) => requests.insertRequest(sql, request),
    bar: (attempt) => requests.insertBar(sql, attempt),
    find: (attempt) => requests.findRequest(sql, attempt),
    findByTrace: (terminal, stan, transmitted) => requests.findRequestByTrace(sql, terminal, stan, transmitted),
    markUnsent: (attempt) => requests.markUnsent(sql, attempt),
    takeAnswer: (arrival) => reversals.takeAnswer(sql, arrival),
    requestReversal: (attempt, reason) => reversals.startReversal(sql, attempt, reason),
    claimReversal: (attempt) => reversals.claimReversal(sql, attempt),
    claimDueReversals: (limit) => reversals.claimDueReversals(sql, limit),
    postponeReversal: (attempt, seconds) => reversals.postponeReversal(sql, attempt, seconds),
    claimDueRepeats: (limit) => requests.claimDueRepeats(sql, limit),
    postponeRepeat: (attempt, seconds) => requests.postponeRepeat(sql, attempt, seconds),
    endReversal: (attempt, code, state) => reversals.endReversal(sql, attempt, code, state),
    noteStray: (providerAccountId, type, fields) => requests.insertStray(sql, providerAccountId, type, fields),
  }
}

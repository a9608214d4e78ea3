import { type Page, toPage } from '#domain/page.ts'
import { type SessionState, sessionStatusOf } from '#domain/session.ts'
import { listSessions, type SessionFilter } from '#store/sessions/session-lists.ts'
import type { Gateway } from '../gateway.ts'

/** Newest first (docs/reference/sessions.md#the-list). @throws RequestError `unavailable` if too many lists are being read */
export async function readSessions(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  filter: SessionFilter,
  limit: number,
): Promise<Page<SessionState>> {
  const states = await reads.read((sql) => listSessions(sql, merchantId, filter, limit + 1))
  const rows = states.map((state) => ({ createdAt: state.session.createdAt, id: state.session.sessionId, state }))
  const { items, next } = toPage(rows, limit)
  // A session may have changed between the two statements of the list.
  const isWanted = (state: SessionState) => filter.status === undefined || sessionStatusOf(state) === filter.status
  return { items: items.map(({ state }) => state).filter(isWanted), next }
}

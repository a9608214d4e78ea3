import type { AccountInOrder } from '#flows/terminals/accounts.ts'
import type { Html } from '#html/html.ts'
import { circuitStatus } from '../parts/circuit.ts'
import { badge, sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { listedId } from '../parts/short-id.ts'

export function accountList(
  rows: readonly AccountInOrder[],
  { caption, timeZone, isLinked }: { readonly caption: string; readonly timeZone: string; readonly isLinked: boolean },
): Html {
  return list<AccountInOrder>({
    name: 'accounts',
    caption,
    columns: [
      { field: 'name', head: 'Account', place: 'title', cell: ({ account }) => account.name },
      {
        field: 'status',
        head: 'Status',
        place: 'state',
        cell: ({ account: { status } }) => badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain'),
      },
      { field: 'provider', head: 'Provider', cell: ({ account }) => account.provider },
      { field: 'circuit-state', head: 'Circuit', cell: ({ circuit }) => circuitStatus(circuit, timeZone) },
      {
        field: 'account-id',
        head: 'ID',
        cell: ({ account }) => listedId(account.providerAccountId),
      },
    ],
    rows,
    idOf: ({ account }) => account.providerAccountId,
    ...(isLinked && { hrefOf: ({ account }) => `/dashboard/providers/${account.providerAccountId}` }),
  })
}

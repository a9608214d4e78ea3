import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { postButton } from '../parts/form.ts'
import { badge, formatTime, sentenceCase } from '../parts/format.ts'
import { type Column, list } from '../parts/list.ts'
import { listedId } from '../parts/short-id.ts'
import type { Viewer } from '../shell/viewer.ts'

export function merchantList(caller: Viewer, merchants: readonly MerchantRecord[]): Html {
  const columns = columnsFor(caller)
  const idOf = ({ merchantId }: MerchantRecord) => merchantId
  return list({ name: 'merchants', caption: 'Merchants', columns, rows: merchants, idOf })
}

function columnsFor(caller: Viewer): readonly Column<MerchantRecord>[] {
  return [
    { field: 'name', head: 'Name', place: 'title', cell: ({ name }) => html`<strong translate="no">${name}</strong>` },
    {
      field: 'status',
      head: 'Status',
      place: 'state',
      cell: ({ status }) => badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain'),
    },
    { field: 'country', head: 'Country', cell: ({ country }) => country ?? '–' },
    { field: 'merchant-id', head: 'ID', cell: ({ merchantId }) => listedId(merchantId) },
    {
      field: 'created',
      head: `Created (${caller.timeZone})`,
      place: 'time',
      cell: ({ createdAt }) => formatTime(createdAt, caller.timeZone),
    },
    { field: 'actions', head: 'Actions', cell: (merchant) => actionsOf(caller, merchant) },
  ]
}

function actionsOf(caller: Viewer, { merchantId, status }: MerchantRecord): Html {
  const { csrfToken } = caller
  const hidden = { merchant_id: merchantId }
  const does = status === 'ACTIVE' ? 'deactivate' : 'activate'
  const action = `/dashboard/merchants/${merchantId}/${does}`
  return html`<span class="actions">${
    caller.merchantId === merchantId
      ? html`<a class="button button-quiet" href="/dashboard">Viewing</a>`
      : postButton({ name: 'choose', action: '/dashboard/choose', csrfToken, hidden, words: 'View', does: 'choose' })
  }${may(caller, 'merchants.manage') && postButton({ name: does, action, csrfToken, words: sentenceCase(does), does })}</span>`
}

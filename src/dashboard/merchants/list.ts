import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { postButton } from '../parts/form.ts'
import { badge, formatTime, sentenceCase } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { listedId } from '../parts/short-id.ts'
import type { Viewer } from '../shell/viewer.ts'

export function merchantList(caller: Viewer, merchants: readonly MerchantRecord[]): Html {
  const columns = columnsFor(caller)
  const idOf = ({ merchantId }: MerchantRecord) => merchantId
  return list({ name: 'merchants', caption: 'Merchants', columns: () => columns, rows: merchants, idOf })
}

function columnsFor(caller: Viewer): readonly Column<MerchantRecord>[] {
  return [
    cell.title('name', 'Name', ({ name }) => html`<strong translate="no">${name}</strong>`),
    cell.state('status', 'Status', ({ status }) =>
      badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain'),
    ),
    cell.more('country', 'Country', ({ country }) => country ?? '–'),
    cell.more('merchant-id', 'ID', ({ merchantId }) => listedId(merchantId)),
    cell.time('created', `Created (${caller.timeZone})`, ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
    cell.more('actions', 'Actions', (merchant) => actionsOf(caller, merchant)),
  ]
}

function actionsOf(caller: Viewer, { merchantId, status }: MerchantRecord): Html {
  const hidden = { merchant_id: merchantId }
  const does = status === 'ACTIVE' ? 'deactivate' : 'activate'
  const action = `/dashboard/merchants/${merchantId}/${does}`
  return html`<span class="actions">${
    caller.merchantId === merchantId
      ? html`<a class="button button-quiet" href="/dashboard">Viewing</a>`
      : postButton(caller, { action: '/dashboard/choose', hidden, words: 'View', does: 'choose' })
  }${may(caller, 'merchants.manage') && postButton(caller, { action, words: sentenceCase(does), does })}</span>`
}

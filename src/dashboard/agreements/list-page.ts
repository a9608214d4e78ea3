import { AGREEMENT_STATUSES, type AgreementStatus } from '#domain/agreement.ts'
import type { ShownAgreement } from '#flows/agreements/index.ts'
import { type Html, html } from '#html/html.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { filters } from '../parts/filters.ts'
import { formatTime, sentenceCase, type Tone, toneBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export const AGREEMENTS_PATH = '/dashboard/agreements'

interface AgreementsView {
  readonly agreements: readonly ShownAgreement[]
  readonly filters: { readonly status: string; readonly customer: string }
  readonly beside: PagerView
}

export function agreementsPage(caller: Viewer, view: AgreementsView): DashboardPageAnswer {
  const { status, customer } = view.filters
  return dashboardPage(caller, {
    page: 'agreements',
    title: 'Agreements',
    lead: `Cards that may be charged while the shopper is away, newest first. Times are in ${caller.timeZone}.`,
    body: html`${filters({
      path: AGREEMENTS_PATH,
      filters: [
        {
          name: 'status',
          label: 'Status',
          value: status,
          options: AGREEMENT_STATUSES.map((one) => [one, sentenceCase(one)]),
        },
        { name: 'customer', label: 'Customer ID', value: customer },
      ],
    })}
${rowsOf(caller, view)}
${pager(view.beside)}`,
  })
}

function rowsOf({ timeZone }: Viewer, { agreements, filters: set, beside }: AgreementsView): Html {
  if (agreements.length === 0) {
    const isNarrowed = Object.values(set).some(Boolean) || beside.newer !== undefined
    return isNarrowed ? noMatch('agreements', AGREEMENTS_PATH) : noneYet()
  }
  return list({
    name: 'agreements',
    rowName: 'agreement',
    caption: 'Agreements, newest first',
    rows: agreements,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => `${AGREEMENTS_PATH}/${encodeURIComponent(id)}`,
    columns: (cell) => [
      cell.title('description', 'Description', ({ description }) => description),
      cell.state('status', 'Status', ({ status }) => agreementBadge(status)),
      cell.note('card', 'Card', (one) => html`<span class="whole">${cardOf(one)}</span>`),
      cell.more('purpose', 'Purpose', ({ purpose }) => sentenceCase(purpose)),
      cell.time('time', 'Created', (one) => formatTime(new Date(one.created_at), timeZone)),
    ],
  })
}

const TONES: Readonly<Record<AgreementStatus, Tone>> = {
  PENDING: 'plain',
  ACTIVE: 'success',
  SUSPENDED: 'warning',
  CANCELED: 'plain',
  ENDED: 'plain',
}

export function agreementBadge(status: AgreementStatus, field?: string): Html {
  return toneBadge(status, TONES[status], field)
}

export function cardOf({ payment_method: card }: ShownAgreement): string {
  return card ? `${BRAND_NAMES[card.brand ?? ''] ?? 'Card'}\u00a0••••\u00a0${card.masked?.slice(-4) ?? ''}` : '–'
}

function noneYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No agreements yet',
    words: 'Make an agreement through the API to charge a card later.',
    action: { href: '/docs/api', words: 'View API reference', name: 'reference' },
  })
}

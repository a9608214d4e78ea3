import { type Html, html } from '#html/html.ts'
import { MAX_NAME_LENGTH } from '#http/api/common/types.ts'
import { may } from '#identity/permissions.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { doneNotice } from '../parts/done.ts'
import { type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { badge, sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { listedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

const PATH = '/dashboard/terminals'

interface TerminalsView {
  readonly terminals: readonly TerminalRecord[]
  readonly beside: PagerView
  readonly done?: string | undefined
  readonly typed?: { readonly name: string; readonly currencies: string }
  readonly problems?: readonly FieldProblem[]
}

export function terminalsPage(caller: Viewer, view: TerminalsView): DashboardPageAnswer {
  const { terminals, problems = [] } = view
  const body = html`${doneNotice(view.done)}
${terminals.length > 0 ? table(terminals) : noneYet(caller)}
${pager(view.beside)}
${may(caller, 'terminals.manage') && createForm(caller, view)}`
  return dashboardPage(caller, {
    page: 'terminals',
    title: 'Terminals',
    lead: 'Each terminal has its own payment methods, currencies and allowed origins.',
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function noneYet(caller: Viewer): Html {
  const words = may(caller, 'terminals.manage')
    ? 'Create your first terminal below. Every payment needs one.'
    : 'The gateway operator creates terminals for you.'
  return statePanel({ state: 'empty', heading: 'No terminals yet', words })
}

function table(terminals: readonly TerminalRecord[]): Html {
  return list({
    name: 'terminals',
    caption: 'Terminals',
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => name),
      cell.state('status', 'Status', terminalBadge),
      cell.more('methods', 'Methods', ({ paymentMethods }) => everythingOr(paymentMethods)),
      cell.more('currencies', 'Currencies', ({ currencies }) => everythingOr(currencies)),
      cell.more('terminal-id', 'ID', ({ terminalId }) => listedId(terminalId)),
    ],
    rows: terminals,
    idOf: ({ terminalId }) => terminalId,
    hrefOf: ({ terminalId }) => `${PATH}/${terminalId}`,
  })
}

export function everythingOr(values: readonly string[] | null): string {
  return values === null ? 'All' : values.length === 0 ? 'None' : values.join(', ')
}

export function terminalBadge({ status, acceptsPayments }: TerminalRecord): Html {
  if (status === 'ACTIVE' && !acceptsPayments) return badge('No new payments', 'warning')
  return badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain')
}

function createForm(caller: Viewer, { typed, problems = [] }: TerminalsView): Html {
  const body = html`${problemSummary(problems)}
${formField({ name: 'name', label: 'Name', maxlength: MAX_NAME_LENGTH, required: true, value: typed?.name, problem: problemOf(problems, 'name') })}
${formField({
  name: 'currencies',
  label: 'Currencies',
  hint: 'Comma-separated, for example EUR, RON. Leave empty for all.',
  value: typed?.currencies,
  problem: problemOf(problems, 'currencies'),
})}
<p class="form-actions"><button class="button button-primary" data-action="create">Create terminal</button></p>`
  return html`<section class="sheet" aria-labelledby="create"><h2 id="create">Create terminal</h2>
${postForm(caller, { name: 'create', action: PATH, isOnce: true, body })}
</section>`
}

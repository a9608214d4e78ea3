import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { createTerminal, showTerminals } from '#flows/admin/terminals.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { TerminalBody } from '#interface/terminal.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { sheet } from '../parts/sheet.ts'
import { listedId } from '../parts/short-id.ts'
import { action, validated } from '../shell/action.ts'
import { textFields } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { requireMerchant } from '../shell/screen.ts'
import { everythingOr, listOf, routesOfOne, TERMINALS_PATH, terminal, terminalBadge } from './page.ts'

const terminals = listing({
  path: TERMINALS_PATH,
  permission: 'terminals.read',
  summary: 'Terminals',
  page: 'terminals',
  title: 'Terminals',
  lead: () => 'Each terminal has its own payment methods, currencies and allowed origins.',
  problemsIn: 'form',
  read: (gateway, { caller }, _chosen, after) =>
    showTerminals(gateway, requireMerchant(caller), after, DASHBOARD_PAGE_SIZE),
  rows: () => ({
    caption: 'Terminals',
    idOf: ({ terminalId }) => terminalId,
    hrefOf: ({ terminalId: id }) => terminal.hrefOf({ id }),
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => name),
      cell.state('status', 'Status', terminalBadge),
      cell.more('methods', 'Methods', ({ paymentMethods }) => everythingOr(paymentMethods)),
      cell.more('currencies', 'Currencies', ({ currencies }) => everythingOr(currencies)),
      cell.more('terminal-id', 'ID', ({ terminalId }) => listedId(terminalId)),
    ],
  }),
  none: (caller) => ({
    words: may(caller, 'terminals.manage')
      ? 'Create your first terminal below. Every payment needs one.'
      : 'The gateway operator creates terminals for you.',
  }),
  below: (caller, _view, shown) => may(caller, 'terminals.manage') && createForm(caller, shown),
})

function createForm(caller: PersonCaller, shown: Shown): Html {
  const field = fieldsOf(shown)
  const hint = 'Comma-separated, for example EUR, RON. Leave empty for all.'
  const body = html`${problemSummary(shown.problems)}
${field({ name: 'name', label: 'Name', maxlength: LONGEST_NAME.other, required: true })}
${field({ name: 'currencies', label: 'Currencies', hint })}
<p class="form-actions"><button class="button button-primary" data-action="create">Create terminal</button></p>`
  const form = postForm(caller, { name: 'create', action: TERMINALS_PATH, isOnce: true, body })
  return sheet('create', 'Create terminal', form)
}

const createRoute = action(terminals, {
  permission: 'terminals.manage',
  summary: 'Create a terminal',
  body: Type.Object(textFields('name', 'currencies')),
  does: async (gateway, { caller, actor, body }) => {
    const entered = { name: body.name?.trim() ?? '', currencies: listOf(body.currencies) }
    const { name, currencies = null } = validated(gateway, TerminalBody, entered)
    const { terminalId: id } = await createTerminal(gateway, actor, requireMerchant(caller), { name, currencies })
    return terminal.to({ id }, 'saved')
  },
})

export const terminalRoutes = [terminals.route, createRoute, ...routesOfOne]

import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { createTerminal, showTerminals } from '#flows/admin/terminals.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { TerminalBody } from '#interface/terminal.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { listedId, sheet } from '../parts/sheet.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { action, validated } from '../shell/screen.ts'
import {
  everythingOr,
  listOf,
  methodsOf,
  receiptsField,
  routesOfOne,
  TERMINALS_PATH,
  terminal,
  terminalBadge,
} from './page.ts'

const terminals = listing({
  path: TERMINALS_PATH,
  permission: 'terminals.read',
  title: 'Terminals',
  lead: () =>
    'A terminal is one place where you take payments, such as a shop, an app or a till. Each has its own rules.',
  problemsIn: 'form',
  read: async (gateway, { merchantId }, _chosen, after) => ({
    ...(await showTerminals(gateway, merchantId, after, DASHBOARD_PAGE_SIZE)),
    sendsMail: gateway.settings.mail !== undefined,
  }),
  rows: () => ({
    caption: 'Terminals',
    idOf: ({ terminalId }) => terminalId,
    hrefOf: ({ terminalId: id }) => terminal.hrefOf({ id }),
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => name),
      cell.state('status', 'Status', terminalBadge),
      cell.more('methods', 'Methods', ({ paymentMethods }) => methodsOf(paymentMethods)),
      cell.more('currencies', 'Currencies', ({ currencies }) => everythingOr(currencies)),
      cell.more('terminal-id', 'ID', ({ terminalId }) => listedId(terminalId)),
    ],
  }),
  none: (caller) => ({
    words: may(caller, 'terminals.manage')
      ? 'Create your first terminal below. Every payment needs one.'
      : 'The gateway operator creates terminals for you.',
  }),
  below: (caller, { sendsMail }, shown) => may(caller, 'terminals.manage') && createForm(caller, sendsMail, shown),
})

function createForm(caller: PersonCaller, sendsMail: boolean, shown: Shown): Html {
  const field = fieldsOf(shown)
  const hint = 'Comma-separated, for example EUR, RON. Leave empty for all.'
  const body = html`${problemSummary(shown.problems)}
${field({ name: 'name', label: 'Name', maxlength: LONGEST_NAME.other, required: true })}
${field({ name: 'currencies', label: 'Currencies', hint })}
${sendsMail && field(receiptsField('off'))}
<p class="form-actions"><button class="button button-primary" data-action="create">Create terminal</button></p>`
  const form = postForm(caller, { name: 'create', action: TERMINALS_PATH, isOnce: true, body })
  return sheet('create', 'Create terminal', form)
}

const createRoute = action(terminals, {
  permission: 'terminals.manage',
  body: ['name', 'currencies', 'receipts'],
  does: async (gateway, { merchantId, actor, body }) => {
    const entered = { name: body.name?.trim() ?? '', currencies: listOf(body.currencies), receipts: body.receipts }
    const { name, currencies = null, receipts } = validated(gateway, TerminalBody, entered)
    const { terminalId: id } = await createTerminal(gateway, actor, merchantId, { name, currencies, receipts })
    return terminal.to({ id }, 'saved')
  },
})

export const terminalRoutes = [terminals.route, createRoute, ...routesOfOne]

import { Type } from 'typebox'
import { invalid } from '#domain/problem.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { postForm, problemOf, type Shown } from '../parts/form.ts'
import { sheet } from '../parts/sheet.ts'
import { accountList } from '../providers/list.ts'
import { QueryText } from '../shell/list-query.ts'

export interface Routing {
  /** Accounts that the terminal names, first choice first; null for none. */
  readonly order: readonly string[] | null
  /** Accounts that are tried, in that order. */
  readonly used: readonly AccountWithCircuit[]
  readonly unused: readonly AccountWithCircuit[]
}

/** A box for each account, `use.<id>`, and buttons that move one or choose any. IDs in a text are accepted too. */
export const RoutingBody = Type.Object(
  { provider_accounts: Type.Optional(Type.String({ maxLength: 20_000 })), move: QueryText },
  { additionalProperties: Type.String({ maxLength: 100 }) },
)

type Entered = Readonly<Record<string, string | undefined>>

/** Ticked accounts: those that were named keep their order, new ones follow; null for any. */
export function orderIn(form: Entered, { order, used, unused }: Routing): string[] | null {
  if (form.move === 'any') return null
  const all = [...used, ...unused].map(({ providerAccountId }) => providerAccountId)
  const ids = [...new Set([...(order ?? []), ...all])].filter((id) => form[`use.${id}`] !== undefined)
  if (ids.length === 0) throw invalid('provider_accounts', 'Tick an account, or choose “Use any account”.')
  return moved(ids, form.move ?? '')
}

/** @param move `up acc_…` or `down acc_…` */
function moved(ids: readonly string[], move: string): string[] {
  const [way, id = ''] = move.split(' ')
  const from = ids.indexOf(id)
  const to = from + (way === 'up' ? -1 : 1)
  return from < 0 || to < 0 || to >= ids.length ? [...ids] : ids.with(from, ids[to]!).with(to, id)
}

export function routingSheet(caller: PersonCaller, routing: Routing, href: string, shown: Shown): Html {
  const { used, unused, order } = routing
  const canManage = may(caller, 'terminals.manage')
  const words = html`<p class="muted">Payments go to the first account that accepts them. A retryable decline goes to the next one, and an account that does not respond is skipped.</p>`
  const listed = { caption: 'Provider accounts in routing order', timeZone: caller.timeZone }
  const isLinked = may(caller, 'platform.read')
  if (!canManage) {
    const note = html`<p class="hint">Only the gateway operator can change this.</p>`
    return sheet('routing', 'Provider accounts', words, accountList(used, { ...listed, isLinked }), note)
  }
  const place = (account: AccountWithCircuit) => placeCell(account, order ?? [], used.includes(account))
  const problem = problemOf(shown.problems, 'provider_accounts')
  const body = html`${accountList([...used, ...unused], { ...listed, isLinked, place })}
${problem && html`<p class="field-problem" id="provider_accounts" data-problem="provider_accounts">${problem}</p>`}
<p class="hint">Ticked accounts come first, in this order. Other providers follow. Of one provider, only ticked accounts are used.</p>
<p class="form-actions"><button class="button button-secondary" data-action="save-routing">Save routing</button>
${order && html`<button class="button button-quiet" name="move" value="any" data-action="use-any">Use any account</button>`}</p>`
  const form = postForm(caller, { name: 'save-routing', action: `${href}/routing`, body, className: 'stack' })
  return sheet('routing', 'Provider accounts', words, form)
}

function placeCell(
  { providerAccountId: id, name }: AccountWithCircuit,
  order: readonly string[],
  isUsed: boolean,
): Html {
  const at = order.indexOf(id)
  const arrow = (way: 'up' | 'down', sign: string, isPossible: boolean) =>
    isPossible &&
    html`<button class="button button-quiet copy-icon" name="move" value="${way} ${id}" aria-label="Move ${name} ${way}">${sign}</button>`
  const words = at >= 0 ? String(at + 1) : isUsed ? 'After these' : 'Not used'
  return html`<span class="copied"><label class="check"><input type="checkbox" name="use.${id}" value="yes"${at >= 0 && html` checked`}>
<span><span class="visually-hidden">Use ${name}: </span>${words}</span></label>${arrow('up', '↑', at > 0)}${arrow('down', '↓', at >= 0 && at < order.length - 1)}</span>`
}

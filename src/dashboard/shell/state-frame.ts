import { html } from '#html/html.ts'
import { type State, stateBody } from '#html/state-page.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { type DashboardPageAnswer, dashboardPage } from './shell.ts'

export function stateFrame(caller: PersonCaller, status: number, content: State): DashboardPageAnswer {
  const { state, heading } = content
  const body = html`<section class="state" data-state="${state}">
${stateBody(content)}
</section>`
  return dashboardPage(caller, { page: state, title: heading, body, status, isState: true })
}

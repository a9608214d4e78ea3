import type { Appearance } from '#flows/appearance/index.ts'
import { type Html, html } from '#html/html.ts'
import { logoOf } from '#http/pages/hosted/theme.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { checkField, type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

/** What was typed into the form; a logo that was sent is not sent back. */
export interface AppearanceFields {
  readonly display_name: string
  readonly accent_color: string
}

interface AppearanceView {
  readonly appearance: Appearance
  /** What the page says where no other name was chosen. */
  readonly merchantName: string
  readonly done?: string | undefined
  readonly typed?: AppearanceFields
  readonly problems?: readonly FieldProblem[]
}

/** How the hosted page looks (docs/reference/hosted-page.md#appearance). */
export function appearancePage(caller: Viewer, view: AppearanceView): DashboardPageAnswer {
  const { appearance, merchantName, problems = [] } = view
  const body = html`${doneNotice(view.done)}
<section class="sheet">
${factList([
  { name: 'Name', value: appearance.displayName ?? merchantName, field: 'display-name' },
  { name: 'Color', value: html`<code>${appearance.accentColor ?? 'Default'}</code>`, field: 'accent-color' },
  { name: 'Logo', value: logoOf(appearance) || 'None', field: 'logo' },
])}
<p class="hint">Shoppers see changes the next time they open the hosted page.</p>
</section>
${may(caller, 'terminals.origins') && form(caller, view)}`
  const status = problems.length > 0 ? 422 : 200
  return dashboardPage(caller, { page: 'appearance', title: 'Hosted page', status, body })
}

function form(caller: Viewer, { appearance, typed, problems = [] }: AppearanceView): Html {
  const shown = typed ?? { display_name: appearance.displayName ?? '', accent_color: appearance.accentColor ?? '' }
  const body = html`${problemSummary(problems)}
${formField({ name: 'display_name', label: 'Name', maxlength: 60, value: shown.display_name, hint: 'Leave empty to use the merchant name.', problem: problemOf(problems, 'display_name') })}
${formField({ name: 'accent_color', label: 'Color', maxlength: 7, value: shown.accent_color, hint: 'For example #7a1f5c. We keep text readable. Leave empty for the default.', problem: problemOf(problems, 'accent_color') })}
${formField({ name: 'logo', label: 'New logo', lines: 3, maxlength: 140_000, hint: 'PNG or JPEG as a data: URL, up to 96 KiB and 2000 × 2000 pixels. Leave empty to keep the current logo.', problem: problemOf(problems, 'logo') })}
<p data-file-into="logo"><label class="button button-secondary">Choose file
<input class="visually-hidden" type="file" accept="image/png,image/jpeg"></label></p>
${appearance.logoDigest !== null && checkField({ name: 'remove_logo', label: 'Remove logo' })}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  return html`<section class="sheet" aria-labelledby="change"><h2 id="change">Edit appearance</h2>
${postForm({ name: 'appearance', action: '/dashboard/appearance', csrfToken: caller.csrfToken, body })}
</section>`
}

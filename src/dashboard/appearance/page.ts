import type { Appearance } from '#flows/appearance/index.ts'
import { type Html, html } from '#html/html.ts'
import { logoOf, logoPath, themeCss } from '#http/pages/hosted/theme.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { checkField, type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

/** Accent of the theme in light colors, where a picker begins. */
const DEFAULT_COLOR = '#0f5c4d'

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
  const { appearance, problems = [] } = view
  return dashboardPage(caller, {
    page: 'appearance',
    title: 'Hosted page',
    lead: 'Shoppers see changes the next time they open the hosted page.',
    back: { href: '/dashboard/settings', words: 'Settings' },
    status: problems.length > 0 ? 422 : 200,
    scripts: ['dashboard/appearance.ts'],
    look: themeCss(appearance, '.preview'),
    body: html`${doneNotice(view.done)}
<div class="columns columns-even"><div>${may(caller, 'terminals.origins') ? form(caller, view) : saved(view)}</div>
<section class="stack" aria-label="Preview">${preview('light', view)}${preview('dark', view)}</section></div>`,
  })
}

function saved({ appearance, merchantName }: AppearanceView): Html {
  return html`<section class="sheet">${factList([
    ['Name', appearance.displayName ?? merchantName, 'display-name'],
    ['Color', html`<code>${appearance.accentColor ?? 'Default'}</code>`, 'accent-color'],
    ['Logo', logoOf(appearance) || 'None', 'logo'],
  ])}</section>`
}

/** The top of the hosted page; the script shows in it what the form holds. */
function preview(colors: 'light' | 'dark', { appearance, merchantName }: AppearanceView): Html {
  return html`<div class="preview" data-preview="${colors}" aria-label="${sentenceCase(colors)}" role="img">
<p class="hint">${sentenceCase(colors)}</p>
${appearance.logoDigest !== null && html`<img class="preview-logo" src="${logoPath(appearance.logoDigest)}" alt="">`}<canvas class="preview-logo" hidden></canvas>
<p class="preview-name" translate="no" data-name="${merchantName}">${appearance.displayName ?? merchantName}</p>
<p class="amount">€12.50</p>
<p class="preview-field">Card number</p>
<p class="button preview-pay">Pay €12.50</p>
</div>`
}

function form(caller: Viewer, view: AppearanceView): Html {
  const { appearance, typed, problems = [] } = view
  const shown = typed ?? { display_name: appearance.displayName ?? '', accent_color: appearance.accentColor ?? '' }
  const body = html`${problemSummary(problems)}
${formField({ name: 'display_name', label: 'Name', maxlength: 60, value: shown.display_name, hint: 'Leave empty to use the merchant name.', problem: problemOf(problems, 'display_name') })}
<div class="with-picker">${formField({ name: 'accent_color', label: 'Color', maxlength: 7, value: shown.accent_color, hint: 'For example #7a1f5c. We keep text readable. Leave empty for the default.', problem: problemOf(problems, 'accent_color') })}
<input class="needs-script" type="color" value="${appearance.accentColor ?? DEFAULT_COLOR}" aria-label="Palette" data-picks="accent_color"></div>
<p class="drop" data-file-into="logo"><label class="button button-secondary">Choose file
<input class="visually-hidden" type="file" accept="image/png,image/jpeg"></label> <span class="hint">or drop a PNG or JPEG here, up to 96 KiB and 2000 × 2000 pixels.</span></p>
${formField({ name: 'logo', label: 'New logo', lines: 1, maxlength: 140_000, hint: 'The file as a data: URL. Leave empty to keep the current logo.', problem: problemOf(problems, 'logo') })}
${appearance.logoDigest !== null && checkField({ name: 'remove_logo', label: 'Remove logo' })}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  return html`${saved(view)}
<section class="sheet" aria-labelledby="change"><h2 id="change">Edit appearance</h2>
${postForm(caller, { name: 'appearance', action: '/dashboard/appearance', body })}
</section>`
}

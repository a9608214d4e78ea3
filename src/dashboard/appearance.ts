import { Type } from 'typebox'
import { showMerchant } from '#flows/admin/merchants.ts'
import { type Appearance, changeAppearance, showAppearance } from '#flows/appearance.ts'
import { type Html, html } from '#html/html.ts'
import { logoOf, logoPath, themeCss } from '#http/pages/hosted/theme.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { AppearanceBody } from '#interface/appearance.ts'
import { readGiven } from '#interface/read.ts'
import { checkField, fieldsOf, formField, postForm, problemOf, problemSummary, type Shown } from './parts/form.ts'
import { sentenceCase } from './parts/format.ts'
import { factList, sheet } from './parts/sheet.ts'
import { QueryText, textFields } from './shell/list-query.ts'
import { action, screen, validated } from './shell/screen.ts'

const APPEARANCE_PATH = '/dashboard/appearance'

/** Accent of the theme in light colors, where a picker begins. */
const DEFAULT_COLOR = '#0f5c4d'

interface Look {
  readonly appearance: Appearance
  /** Name on the page, if no other was chosen. */
  readonly merchantName: string
}

/** Look of the hosted page (docs/reference/hosted-page.md#appearance). */
const hostedPage = screen({
  path: APPEARANCE_PATH,
  permission: 'terminals.read',
  done: { saved: 'Saved.' },
  read: async (gateway, { merchantId }): Promise<Look> => {
    const [appearance, merchant] = await Promise.all([
      showAppearance(gateway, merchantId),
      showMerchant(gateway, merchantId),
    ])
    return { appearance, merchantName: merchant.name }
  },
  show: (caller, look, shown) => ({
    title: 'Checkout page',
    lead: 'The page on which shoppers pay. They see changes the next time they open it.',
    problemsIn: 'form',
    scripts: ['dashboard/appearance.ts'],
    look: themeCss(look.appearance, '.preview'),
    body: html`<div class="columns columns-even"><div>${may(caller, 'terminals.origins') ? form(caller, look, shown) : saved(look)}</div>
<section class="stack" aria-label="Preview">${preview('light', look)}${preview('dark', look)}</section></div>`,
  }),
})

function saved({ appearance, merchantName }: Look): Html {
  const facts = factList([
    ['Name', appearance.displayName ?? merchantName, 'display-name'],
    ['Color', html`<code>${appearance.accentColor ?? 'Default'}</code>`, 'accent-color'],
    ['Logo', logoOf(appearance) || 'None', 'logo'],
  ])
  return sheet('saved', 'Saved', facts)
}

/** The top of the hosted page; the script shows in it what the form holds. */
function preview(colors: 'light' | 'dark', { appearance, merchantName }: Look): Html {
  return html`<div class="preview" data-preview="${colors}" aria-label="${sentenceCase(colors)}" role="img">
<p class="hint">${sentenceCase(colors)}</p>
${appearance.logoDigest !== null && html`<img class="preview-logo" src="${logoPath(appearance.logoDigest)}" alt="">`}<canvas class="preview-logo" hidden></canvas>
<p class="preview-name" translate="no" data-name="${merchantName}">${appearance.displayName ?? merchantName}</p>
<p class="amount">€12.50</p>
<p class="preview-field">Card number</p>
<p class="button preview-pay">Pay €12.50</p>
</div>`
}

function form(caller: PersonCaller, look: Look, shown: Shown): Html {
  const { appearance } = look
  const field = fieldsOf(shown)
  const body = html`${problemSummary(shown.problems)}
${field({ name: 'display_name', label: 'Name', maxlength: 60, value: appearance.displayName ?? '', hint: 'Leave empty to use the merchant name.' })}
<div class="with-picker">${field({ name: 'accent_color', label: 'Color', maxlength: 7, value: appearance.accentColor ?? '', hint: 'For example #7a1f5c. We keep text readable. Leave empty for the default.' })}
<input class="needs-script" type="color" value="${appearance.accentColor ?? DEFAULT_COLOR}" aria-label="Palette" data-picks="accent_color"></div>
<p class="drop" data-file-into="logo"><label class="button button-secondary">Choose file
<input class="visually-hidden" type="file" accept="image/png,image/jpeg"></label> <span class="hint">or drop a PNG or JPEG here, up to 96 KiB and 2000 × 2000 pixels.</span></p>
${formField({ name: 'logo', label: 'New logo', lines: 1, maxlength: 140_000, hint: 'The file as a data: URL. Leave empty to keep the current logo.', problem: problemOf(shown.problems, 'logo') })}
${appearance.logoDigest !== null && checkField({ name: 'remove_logo', label: 'Remove logo' })}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  const posted = postForm(caller, { name: 'appearance', action: APPEARANCE_PATH, body })
  return html`${sheet('change', 'Edit appearance', posted)}
${saved(look)}`
}

const saveRoute = action(hostedPage, {
  permission: 'terminals.origins',
  body: Type.Object({
    ...textFields('display_name', 'accent_color'),
    logo: Type.Optional(Type.String({ maxLength: 140_000 })),
    remove_logo: QueryText,
  }),
  done: 'saved',
  does: async (gateway, { merchantId, actor, body }) => {
    const removed = body.remove_logo === 'yes' ? null : undefined
    const wanted = validated(gateway, AppearanceBody, {
      display_name: body.display_name?.trim() || null,
      accent_color: body.accent_color?.trim() || null,
      logo: body.logo?.trim() || removed,
    })
    await changeAppearance(gateway, actor, merchantId, readGiven(AppearanceBody, wanted))
  },
})

export const appearanceRoutes = [hostedPage.route, saveRoute]

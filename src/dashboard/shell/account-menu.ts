import { attributes, type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { postButton, postForm } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { shortcutsOf } from './menu.ts'

export function accountMenu(caller: PersonCaller): Html {
  return html`<details class="me"><summary><span class="initials">${initialsOf(caller.name)}</span> <span class="visually-hidden">${caller.name}, your account</span></summary>
<div class="me-menu">
<p><strong>${caller.name}</strong><br><span class="hint">${caller.email} · ${sentenceCase(caller.role)}</span></p>
${colorSwitch(caller)}
<a class="button button-quiet" href="/dashboard/account">Your account</a>
<button class="button button-quiet needs-script" type="button" data-dialog="${SHORTCUTS}">Keyboard shortcuts</button>
${postButton(caller, { action: '/dashboard/sign-out', words: 'Sign out', does: 'sign-out' })}
</div>
</details>`
}

const COLORS = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

function colorSwitch(caller: PersonCaller): Html {
  const { colorScheme, address } = caller
  const chosen = colorScheme ?? 'system'
  const buttons = COLORS.map(
    ([colors, words]) =>
      html`<button name="colors" value="${colors}" data-action="colors-${colors}"${attributes({ 'aria-pressed': colors === chosen ? 'true' : 'false' })}>${words}</button>`,
  )
  return postForm(caller, {
    name: 'colors',
    action: '/dashboard/colors',
    className: 'switch',
    hidden: { back: address },
    body: html`<fieldset><legend class="visually-hidden">Colors</legend>${buttons}</fieldset>`,
  })
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('')
}

const SHORTCUTS = 'shortcuts'

/** Lists the keys of the script; a user can turn them off (WCAG 2.1.4). */
export function shortcutList(caller: PersonCaller): Html {
  const rows = shortcutsOf(caller).map(
    ({
      key,
      href,
      words,
    }) => html`<div><dt><a href="${href}" data-key="${key}">${words}</a></dt><dd><kbd>g</kbd> <kbd>${key}</kbd></dd></div>
`,
  )
  return html`<dialog class="dialog" id="${SHORTCUTS}" aria-labelledby="shortcuts-heading">
<h2 id="shortcuts-heading">Keyboard shortcuts</h2>
<dl class="facts"><div><dt>Search</dt><dd><kbd>/</kbd></dd></div>
${rows}<div><dt>This list</dt><dd><kbd>?</kbd></dd></div></dl>
<label class="check"><input type="checkbox" data-shortcuts checked> <span>Use these shortcuts</span></label>
<p><button class="button button-secondary" type="button" data-close>Close</button></p>
</dialog>`
}

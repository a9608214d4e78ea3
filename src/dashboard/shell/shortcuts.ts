import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { shortcutsOf } from './menu.ts'

export const SHORTCUTS = 'shortcuts'

/** Lists the keys of the script; a user can turn them off (WCAG 2.1.4). */
export function shortcutList(caller: PersonCaller): Html {
  const rows = shortcutsOf(caller).map(
    ({ key, words }) => html`<div><dt>${words}</dt><dd><kbd>g</kbd> <kbd>${key}</kbd></dd></div>
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

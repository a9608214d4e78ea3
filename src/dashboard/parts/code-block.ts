import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'

/** A button that copies a text; the style sheet hides it where no script runs, because it could do nothing. @param does `data-action` */
export function copyButton(text: string, what: string, does = 'copy'): Html {
  return html`<button class="button button-quiet copy" type="button" data-action="${does}" data-copy="${text}"
aria-label="Copy ${what}">Copy</button>`
}

/** A short text for machines, with a button that copies it. */
export function copiedText(text: string, what: string): Html {
  return html`<span class="copied"><code translate="no">${text}</code> ${copyButton(text, what)}</span>`
}

/** A button that copies a text, as an icon for lists. @param what different in each row */
export function copyIcon(text: string, what: string): Html {
  return html`<button class="button button-quiet copy copy-icon" type="button" data-action="copy" data-copy="${text}" aria-label="Copy ${what}"><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M5 5V2h9v9h-3M2 5h9v9H2z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg></button>`
}

/** Text for machines, to read and to copy. @param what it is, for who does not see it */
export function codeBlock(text: string, what: string, field?: string): Html {
  return html`<div class="code-block">
${copyButton(text, what)}
<pre tabindex="0" aria-label="${what}" role="region"><code translate="no"${attributes({ 'data-field': field })}>${text}</code></pre>
</div>`
}

/** A secret that this page shows and no other one will. @param words say what it is for and where to keep it */
export function secretOnce(secret: {
  readonly field: string
  readonly label: string
  readonly value: string
  readonly words: string
}): Html {
  return html`<section class="notice notice-warning secret" role="status">
<h2>${secret.label}</h2>
<p>${secret.words} You will not see it again.</p>
${codeBlock(secret.value, secret.label, secret.field)}
</section>`
}

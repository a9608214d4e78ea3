import { attributes, type Html, html, type Part } from '#html/html.ts'

/** Page of one record: its state with what can be done, its parts, and beside them its facts. */
export function recordBody(record: {
  readonly standing: Part
  readonly main: Part
  readonly facts: readonly Fact[]
}): Html {
  return html`<section class="sheet sheet-head standing">${record.standing}</section>
<div class="columns"><div>
${record.main}
</div><div>
<section class="sheet"><h2>Details</h2>${factList(record.facts)}</section>
</div></div>`
}

export function metadataSheet(metadata: Readonly<Record<string, unknown>> | null): Html | false {
  if (metadata === null || Object.keys(metadata).length === 0) return false
  return html`<section class="sheet"><h2>Metadata</h2>
${codeBlock(JSON.stringify(metadata, null, 2), 'Metadata', 'metadata')}</section>`
}

/** Section of a page with its heading. @param id of the heading */
export function sheet(id: string, heading: Part, ...body: readonly Part[]): Html {
  return html`<section class="sheet" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${body.map((part) => html`${part}\n`)}</section>`
}

/** A fact without a value is left out. */
export type Fact = readonly [
  name: string,
  value: Html | string | number | null | undefined | false,
  /** `data-field`. */
  field?: string,
]

/** @param className adds `tiles` for a few facts beside each other */
export function factList(all: readonly Fact[], className = 'facts'): Html {
  const rows = all
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
    .map(
      ([name, value, field]) => html`<div><dt>${name}</dt><dd${attributes({ 'data-field': field })}>${value}</dd></div>
`,
    )
  return html`<dl class="${className}">
${rows}</dl>`
}

/** Characters shown of the beginning and of the end. */
const [HEAD, TAIL] = [8, 4]

/** An ID whose middle is not drawn; it is still read aloud, selected and found in full. @param field `data-field` */
export function shortId(id: string, field?: string): Html {
  const named = attributes({ 'data-field': field })
  if (id.length <= HEAD + TAIL + 2) return html`<code class="id" translate="no"${named}>${id}</code>`
  const [head, middle, tail] = [id.slice(0, HEAD), id.slice(HEAD, -TAIL), id.slice(-TAIL)]
  return html`<code class="id" translate="no"${named}>${head}<i class="id-middle">${middle}</i>${tail}</code>`
}

/** An ID of a sheet, with a button that copies it. @param field `data-field` @param what its name, for screen readers */
export function copiedId(id: string, field?: string, what = 'ID'): Html {
  return html`<span class="copied">${shortId(id, field)} ${copyButton(id, what)}</span>`
}

/** An ID that leads to its page. @param things part of the path, such as `sessions` */
export function linkedId(things: string, id: string): Html {
  return html`<a href="/dashboard/${things}/${encodeURIComponent(id)}">${shortId(id)}</a>`
}

/** An ID in a list, where a button with words has no room. */
export function listedId(id: string, what = 'ID'): Html {
  return html`${shortId(id)} ${copyIcon(id, `${what} ${id}`)}`
}

/** A button that copies a text; the style sheet hides it where no script runs, because it could do nothing. */
export function copyButton(text: string, what: string): Html {
  return html`<button class="button button-quiet copy" type="button" data-action="copy" data-copy="${text}"
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

/** Form as a browser posts it when a button is pressed. */
export interface PageForm {
  readonly action: string
  readonly fields: Record<string, string>
}

/**
 * The form behind the button `data-outcome` of a simulator page, which works without script
 * (docs/reference/simulators.md#pages).
 * @throws where the page has no such button
 */
export function formBehind(html: string, pageUrl: string, outcome: string): PageForm {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((text) => text.includes(`data-outcome="${outcome}"`))
  if (form === undefined) throw new Error(`No button ${outcome} on the page: ${html.slice(0, 300)}`)
  const [opening = {}, ...controls] = tagsOf(form)
  const hidden = controls.filter(({ type }) => type === 'hidden')
  const button = controls.find((control) => control['data-outcome'] === outcome) ?? {}
  const pairs = [...hidden, button].filter(({ name }) => name).map(({ name, value }) => [name, value ?? ''])
  const action = button.formaction ?? opening.action ?? ''
  return { action: new URL(action, pageUrl).href, fields: Object.fromEntries(pairs) }
}

/** Attributes of the form's own tag, then of its inputs and buttons. */
function tagsOf(form: string): Record<string, string>[] {
  const tags = form.match(/<(?:form|input|button)\b[^>]*>/g) ?? []
  return tags.map((tag) => {
    const attributes = [...tag.matchAll(/([\w-]+)="([^"]*)"/g)]
    return Object.fromEntries(attributes.map(([, name, value]) => [name, decodeEntities(value!)]))
  })
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity]!)
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** An element with attributes (`true` is an empty one, `false` and undefined are none) and children, without parsing markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children)
  return made
}

/** Sets an attribute, or removes it if there is no value. */
export function setAttribute(target: Element, name: string, value: string | null): void {
  if (value === null) target.removeAttribute(name)
  else target.setAttribute(name, value)
}

export function postInto(frameName: string, url: string, fields: Readonly<Record<string, string>>): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('Banks live on http addresses.')
  const inputs = Object.entries(fields).map(([name, value]) => element('input', { type: 'hidden', name, value }))
  const form = element('form', { method: 'post', action: url, target: frameName, hidden: true }, ...inputs)
  document.body.append(form)
  // A field may be called `submit`, which would hide the form's own.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}

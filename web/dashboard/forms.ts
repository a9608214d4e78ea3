/** Submits choices and filters without a button, sends forms once, and shows invalid values immediately. */
export function startForms(page: Document): void {
  page.addEventListener('focusout', applyFilters)
  page.addEventListener('click', fillIn)
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.hasAttribute('data-auto-submit')) target.form?.requestSubmit()
  })
  page.addEventListener('submit', sendOnce)
  page.addEventListener('click', selectAll)
  page.querySelector<HTMLElement>('#problems')?.focus()
  // A page that the browser restores from its back/forward cache may be used again.
  addEventListener('pageshow', ({ persisted }) => persisted && page.querySelectorAll('form').forEach(release))
}

/** Buttons such as "Half" fill in a field of their form. */
function fillIn({ target }: Event): void {
  const button = (target as Element).closest<HTMLButtonElement>('button[data-fills]')
  const field = button?.form?.elements.namedItem(button.dataset.fills!) as HTMLInputElement | null | undefined
  if (!button || !field) return
  field.value = button.value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Applies what was entered into filters once the focus leaves them, not when the window loses it. */
function applyFilters({ target, relatedTarget }: FocusEvent): void {
  if (!(target instanceof HTMLInputElement)) return
  const { form, defaultValue, value } = target
  const isLeft = form?.dataset.form === 'filters' && (relatedTarget as HTMLInputElement | null)?.form !== form
  if (isLeft && !form.contains(relatedTarget as Node) && document.hasFocus() && value !== defaultValue)
    form.requestSubmit()
}

/** Ticks all boxes of a group; if all are, none. */
function selectAll({ target }: Event): void {
  const group = (target as Element).closest('[data-select-all]')?.closest('fieldset')
  const boxes = [...(group?.querySelectorAll<HTMLInputElement>('[type="checkbox"]') ?? [])]
  const isOn = boxes.some(({ checked }) => !checked)
  for (const box of boxes) box.checked = isOn
}

/** Ignores a second click while the first is in progress; filters that are not set stay out of the address. */
function sendOnce(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  // A field may be called `method`, which would hide the form's own.
  if (form.getAttribute('method') === 'get') leaveOutEmpty(form)
  else if (form.dataset.sent === undefined) form.dataset.sent = ''
  else event.preventDefault()
}

function release(form: HTMLFormElement): void {
  delete form.dataset.sent
  for (const input of fieldsOf(form)) input.disabled = false
}

function leaveOutEmpty(form: HTMLFormElement): void {
  for (const input of fieldsOf(form)) input.disabled = input.name !== '' && input.value === ''
}

/** Fields of a form, also those that are elsewhere in the page. */
function fieldsOf({ elements }: HTMLFormElement): HTMLInputElement[] {
  return ([...elements] as HTMLInputElement[]).filter((element) => element.matches('input, select'))
}

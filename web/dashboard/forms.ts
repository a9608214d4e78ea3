/** Submits choices without a button, sends forms once, and shows invalid values immediately. */
export function startForms(page: Document): void {
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.hasAttribute('data-auto-submit')) target.form?.requestSubmit()
  })
  page.addEventListener('submit', sendOnce)
  page.querySelector<HTMLElement>('#problems')?.focus()
  // A page that the browser restores from its back/forward cache may be used again.
  addEventListener('pageshow', ({ persisted }) => persisted && page.querySelectorAll('form').forEach(release))
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

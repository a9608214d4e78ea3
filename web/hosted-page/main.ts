import { fillBrowserFacts } from './browser-info.ts'
import { HostedField } from './hosted-field.ts'
import { Summary } from './summary.ts'

/** The form works without this. With it, mistakes are said at once, numbers are grouped, and nothing is sent twice. */
const form = document.querySelector<HTMLFormElement>('.pay-form')
const button = form?.querySelector<HTMLButtonElement>('[data-action="pay"]')

if (form && button) start(form, button)

function start(form: HTMLFormElement, button: HTMLButtonElement): void {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')].map((box) => new HostedField(box))
  const summary = new Summary(document.querySelector<HTMLElement>('#problems')!)
  const words = button.textContent
  fillBrowserFacts(form)
  summary.focusIfShown()

  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault()
    const problems = fields.flatMap((field) => field.check(context(fields)))
    summary.show(problems)
    if (problems.length > 0) return event.preventDefault()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = form.dataset.paying ?? ''
  })

  // What was wrong with another way to pay is beside the point.
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'method') summary.show([])
  })

  // A page that comes back from the browser's memory may be used again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    button.removeAttribute('aria-disabled')
    button.textContent = words
  })
}

/** What a security code is held against. */
function context(fields: readonly HostedField[]): string {
  return fields.find(({ kind }) => kind === 'number')?.value ?? ''
}

import { afterPointerRelease } from '../shared/after-pointer-release.ts'
import { fillBrowserInfo } from './browser-info.ts'
import { HostedField, type ProblemTexts } from './hosted-field.ts'
import { startMethodFinder } from './method-finder.ts'
import { onceStopped } from './once-stopped.ts'
import { Summary } from './summary.ts'

/** Enhances the form, which works without it: shows errors immediately, groups numbers, and sends once. */
const form = document.querySelector<HTMLFormElement>('.pay-form')
const button = form?.querySelector<HTMLButtonElement>('.pay')

if (form && button) start(form, button)

function start(form: HTMLFormElement, button: HTMLButtonElement): void {
  const summary = new Summary(document.querySelector<HTMLElement>('#problems')!)
  const texts: ProblemTexts = JSON.parse(form.dataset.texts!)
  const fields = [...form.querySelectorAll<HTMLElement>('[data-input]')].map((box) => {
    const field: HostedField = new HostedField(box, texts, () => summary.update(field.id, field.problems))
    return field
  })
  const words = button.textContent
  fillBrowserInfo(form)
  startMethodFinder()
  summary.focusIfShown()

  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault()
    // A payment link sent without a card opens the hosted page, which asks for it.
    const isByCard = new FormData(form).get('method') === 'card'
    const isBare = button.dataset.action === 'link-pay' && isByCard && numberIn(fields) === ''
    const problems = isBare ? [] : fields.flatMap((field) => field.check(numberIn(fields)))
    summary.show(problems)
    if (problems.length > 0) return event.preventDefault()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = form.dataset.paying ?? ''
  })

  form.addEventListener('focusout', ({ target }) => {
    const left = fields.find((field) => field.holds(target))
    if (!left) return
    // A security code that was wrong for one brand may be right for another.
    const codes = fields.filter(({ kind, problems }) => kind === 'cvc' && problems.length > 0)
    const checked = left.kind === 'number' ? [left, ...codes] : [left]
    afterPointerRelease(() => {
      for (const field of checked) field.leave(numberIn(fields))
    })
  })

  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'method') {
      // Problems with another way to pay no longer matter.
      summary.show([])
      button.closest('.paybox')?.scrollIntoView({ block: 'nearest' })
    }
    if (target.name === 'savedCard') summary.update(target.name, [])
  })

  const allowAgain = () => {
    button.removeAttribute('aria-disabled')
    button.textContent = words
  }
  // A page that the browser restores from its back/forward cache may be used again.
  addEventListener('pageshow', ({ persisted }) => persisted && allowAgain())
  onceStopped(allowAgain)
}

function numberIn(fields: readonly HostedField[]): string {
  return fields.find(({ kind }) => kind === 'number')?.value ?? ''
}

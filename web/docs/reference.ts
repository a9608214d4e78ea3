import { element } from '../shared/dom.ts'
import { startEncryption } from './encrypt-fields.ts'
import { currentToken, startToken } from './trial-token.ts'

// The reference is complete without this. With it, operations can be tried, and their places of when several shared a page,
// `/docs/api#tag/…` and `/docs/api/transactions#authorizePayment`, still lead on.

const place = textOf(location.hash.slice(1))
const known = [...document.querySelectorAll<HTMLElement>('[data-once]')]
const target =
  known.find(({ id, dataset }) => place !== '' && [id, dataset.once].includes(place)) ??
  known.find(({ dataset }) => place.startsWith(`${dataset.once}/`))
if (target) location.replace(target.querySelector('a')!.href)

for (const folded of document.querySelectorAll<HTMLElement>('.docs-trial')) folded.hidden = false
startToken()
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form="trial"]')) {
  startEncryption(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void tryOut(form)
  })
}

/** Decodes a fragment; empty if it is not percent-encoded text. */
function textOf(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return ''
  }
}

/** References in the examples of the API description. A follow-up has both, and its own is the new one. */
const EXAMPLE_REFERENCES = ['return-7', 'order-1001']

/** Gives the example another reference, because a merchant uses each once. A repeat under a key stays as it is. */
function renewReference(form: HTMLFormElement): void {
  const body = form.querySelector('textarea')
  if (!body || inputsOf(form, 'header').some(({ name }) => name === 'Idempotency-Key')) return
  const last = [form.dataset.reference, ...EXAMPLE_REFERENCES].find((each) => body.value.includes(`"${each}"`))
  if (last === undefined) return
  form.dataset.reference = last.replace(/-.*/, `-${Math.random().toString(36).slice(2, 12)}`)
  body.value = body.value.replace(`"${last}"`, `"${form.dataset.reference}"`)
}

async function tryOut(form: HTMLFormElement): Promise<void> {
  renewReference(form)
  const hint = form.querySelector<HTMLElement>('[data-part="authentication"]')
  const shown = form.querySelector('.docs-trial-answer')!
  const button = form.querySelector<HTMLButtonElement>('[data-action="send"]')!
  button.disabled = true
  shown.replaceChildren('Sending …')
  const started = performance.now()
  try {
    const answer = await fetch(addressOf(form), requestOf(form))
    const took = Math.round(performance.now() - started)
    const text = exact(await answer.text())
    if (hint) hint.hidden = !text.includes('"THREE_DS_2_')
    shown.replaceChildren(
      element('p', {}, element('strong', {}, `${answer.status} ${answer.statusText}`), ` after ${took} ms`),
      ...(text === '' ? [] : [element('pre', { tabindex: '0' }, element('code', {}, text))]),
    )
  } catch {
    shown.replaceChildren('No response. Is the gateway running?')
  }
  button.disabled = false
}

function addressOf(form: HTMLFormElement): string {
  let path = form.dataset.path!
  for (const { name, value } of inputsOf(form, 'path')) path = path.replace(`{${name}}`, encodeURIComponent(value))
  const query = new URLSearchParams(inputsOf(form, 'query').map(({ name, value }) => [name, value]))
  return query.size === 0 ? path : `${path}?${query}`
}

function requestOf(form: HTMLFormElement): RequestInit {
  const headers = new Headers(inputsOf(form, 'header').map(({ name, value }) => [name, value]))
  if (currentToken() !== '') headers.set('authorization', `Bearer ${currentToken()}`)
  const body = form.querySelector('textarea')?.value
  if (body === undefined) return { method: form.dataset.method!, headers, credentials: 'omit' }
  headers.set('content-type', 'application/json')
  return { method: form.dataset.method!, headers, body, credentials: 'omit' }
}

function inputsOf(form: HTMLFormElement, where: 'path' | 'query' | 'header'): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`[data-place="${where}"]`)].filter(({ value }) => value !== '')
}

/** Indented where it is JSON. Numbers that a script would round stay text as it came. */
function exact(text: string): string {
  try {
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

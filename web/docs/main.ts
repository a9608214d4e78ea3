import { startCopying } from '../shared/copy-buttons.ts'
import { element } from '../shared/dom.ts'
import { startTabs } from './language-tabs.ts'

// Every page works without this. With it, findings appear during typing, code can be copied, languages share one place,
// and old addresses still lead on.

interface Finding {
  readonly address: string
  readonly page: string
  readonly title: string
  readonly excerpt: string
}

/** The API reference stood at `/docs` once, with its places behind the `#`. */
const OLD_PLACES = /^#(?:tag|description|model|webhook)\b/

if (location.pathname === '/docs' && OLD_PLACES.test(location.hash)) location.replace(`/docs/api${location.hash}`)

for (const code of document.querySelectorAll<HTMLElement>('figure > pre > code')) addCopyButton(code)
startCopying(document)
document.querySelector('.docs-menu [aria-current]')?.scrollIntoView({ block: 'nearest' })
startTabs(document)

const field = document.querySelector<HTMLInputElement>('#docs-words')!
const list = document.querySelector<HTMLElement>('#docs-found')!

const PAUSE_MS = 120
const SHOWN = 8
let timer: number | undefined

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(() => void show(field.value.trim()), PAUSE_MS)
})
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') moveTo(event, list.querySelector('a'))
  if (event.key === 'Escape') list.hidden = true
})
list.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')]
  const place = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'ArrowDown') moveTo(event, links[place + 1])
  if (event.key === 'ArrowUp') moveTo(event, links[place - 1] ?? field)
  if (event.key !== 'Escape') return
  list.hidden = true
  field.focus()
})
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Node && field.form!.contains(event.target))) list.hidden = true
})

function addCopyButton(code: HTMLElement): void {
  const words = { class: 'docs-copy', type: 'button', 'data-copy': code.textContent }
  const box = element('div', { class: 'docs-code' })
  code.parentElement!.replaceWith(box)
  box.append(code.parentElement!, element('button', words, 'Copy'))
}

function moveTo(event: KeyboardEvent, target: HTMLElement | null | undefined): void {
  if (!target || list.hidden) return
  event.preventDefault()
  target.focus()
}

/** Without an answer the form still searches. */
async function show(words: string): Promise<void> {
  if (words.length < 2) {
    list.hidden = true
    return
  }
  const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(words)}`).catch(() => undefined)
  if (!answer?.ok || words !== field.value.trim()) return
  const { items }: { items: readonly Finding[] } = await answer.json()
  list.replaceChildren(...(items.length === 0 ? ['No results.'] : items.slice(0, SHOWN).map(draw)))
  list.hidden = false
}

function draw({ address, page, title, excerpt }: Finding): HTMLElement {
  const where = element('span', { class: 'eyebrow' }, page)
  return element(
    'a',
    { href: address },
    element('strong', {}, title),
    where,
    element('span', { class: 'muted' }, excerpt),
  )
}

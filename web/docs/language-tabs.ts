import { element } from '../shared/dom.ts'

const KEPT = 'tollgate-docs-language'

/** Shows one of adjacent sections in several programming languages at a time. A choice applies to all and is kept. */
export function startTabs(page: Document): void {
  const sets = [...page.querySelectorAll<HTMLElement>('.docs-language')].filter(isFirst).map(setFrom)
  const shown = sets.filter(({ length }) => length > 1)
  for (const [index, set] of shown.entries()) set[0]!.before(drawChoice(set, index))
  const show = (language: string) => {
    for (const set of shown) showOne(set, language)
  }
  page.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.closest('.docs-tabs'))) return
    localStorage.setItem(KEPT, target.value)
    show(target.value)
  })
  show(localStorage.getItem(KEPT) ?? '')
  const showTarget = () => {
    const target = page.getElementById(location.hash.slice(1))
    const language = target?.closest<HTMLElement>('.docs-language')?.dataset.language
    if (language === undefined) return
    show(language)
    target!.scrollIntoView()
  }
  addEventListener('hashchange', showTarget)
  showTarget()
}

function isFirst(section: HTMLElement): boolean {
  return !section.previousElementSibling?.matches('.docs-language')
}

function setFrom(first: HTMLElement): HTMLElement[] {
  const set = [first]
  for (let next = first.nextElementSibling; next?.matches('.docs-language'); next = next.nextElementSibling)
    set.push(next as HTMLElement)
  return set
}

/** Radio buttons, which a keyboard moves between without a script. */
function drawChoice(set: readonly HTMLElement[], index: number): HTMLElement {
  const choices = set.map(({ dataset: { language = '' } }) =>
    element(
      'label',
      {},
      element('input', { class: 'visually-hidden', type: 'radio', name: `docs-language-${index}`, value: language }),
      element('span', {}, language),
    ),
  )
  return element(
    'fieldset',
    { class: 'docs-tabs' },
    element('legend', { class: 'visually-hidden' }, 'Language'),
    ...choices,
  )
}

function showOne(set: readonly HTMLElement[], language: string): void {
  const chosen = set.find(({ dataset }) => dataset.language === language) ?? set.find(({ hidden }) => !hidden)!
  for (const section of set) section.hidden = section !== chosen
  for (const input of set[0]!.previousElementSibling!.querySelectorAll('input'))
    input.checked = input.value === chosen.dataset.language
}

/** After `g` the next key within this time leads to a page. */
const GO_MS = 1500
/** Remembers in this browser that a user turned the shortcuts off. */
const OFF = 'tollgate-shortcuts-off'

/** Keys of the dashboard: `/` searches, `g` and a letter lead to a page, `?` lists them. */
export function startKeyboard(page: Document): void {
  const list = page.querySelector<HTMLDialogElement>('#shortcuts')
  const box = list?.querySelector<HTMLInputElement>('[data-shortcuts]')
  if (!list || !box) return
  box.checked = localStorage.getItem(OFF) === null
  box.addEventListener('change', () => (box.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'yes')))
  let goUntil = 0
  page.addEventListener('keydown', (event) => {
    if (!box.checked || !isFree(page, event)) return
    const isGoing = event.timeStamp < goUntil
    goUntil = event.key === 'g' ? event.timeStamp + GO_MS : 0
    if (isGoing) follow(page, event)
    else if (event.key === '?') list.showModal()
    else if (event.key === '/') search(page, event)
  })
}

/** True unless the key is for a field, a dialog or the browser. */
function isFree(page: Document, { target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyped = (target as Element).closest('input, select, textarea, dialog, [contenteditable]') !== null
  return !isTyped && !ctrlKey && !metaKey && !altKey && page.querySelector('dialog[open]') === null
}

function follow(page: Document, event: KeyboardEvent): void {
  page.querySelector<HTMLAnchorElement>(`a[data-key="${CSS.escape(event.key)}"]`)?.click()
}

function search(page: Document, event: KeyboardEvent): void {
  const box = page.querySelector<HTMLInputElement>('.bar-search input')
  if (!box) return
  event.preventDefault()
  box.focus()
  box.select()
}

export function startCopying(page: Document): void {
  // Only a page that came by https or from this machine may write to the clipboard.
  if (!navigator.clipboard) {
    for (const button of page.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = true
    return
  }
  page.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]')
    if (button) void copy(button)
  })
}

const SHOWN_MS = 2000

async function copy(button: HTMLElement): Promise<void> {
  const shown = [...button.childNodes]
  const [copied, failed] = button.textContent ? ['Copied', 'Not copied'] : ['✓', '✗']
  const done = await navigator.clipboard.writeText(button.dataset.copy ?? '').then(
    () => true,
    () => false,
  )
  button.setAttribute('role', 'status')
  button.textContent = done ? copied! : failed!
  setTimeout(() => {
    button.removeAttribute('role')
    button.replaceChildren(...shown)
  }, SHOWN_MS)
}

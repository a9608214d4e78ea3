/** Opens a link's form in a dialog if the page contains it. Without script, the link leads to a page of its own. */
export function startDialogs(page: Document): void {
  page.addEventListener('click', (event) => {
    const target = event.target as Element
    const link = target.closest<HTMLElement>('[data-dialog]')
    const dialog = link && page.querySelector<HTMLDialogElement>(`#${CSS.escape(link.dataset.dialog ?? '')}`)
    if (dialog && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      dialog.showModal()
    }
    const closer = target.closest('[data-close]')
    const open = closer?.closest('dialog')
    if (open) {
      event.preventDefault()
      open.close()
    }
  })
  // A menu of the top bar closes when something else is clicked.
  page.addEventListener('click', ({ target }) => {
    for (const menu of page.querySelectorAll<HTMLDetailsElement>('.me[open]')) {
      if (!menu.contains(target as Node)) menu.open = false
    }
  })
}

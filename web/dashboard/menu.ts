/** A long menu shows the entry of this page: brings it into the middle, beside the content and when a drawer opens. */
export function startMenu(page: Document): void {
  const menu = page.querySelector<HTMLElement>('.menu')
  const current = menu?.querySelector('[aria-current]')
  if (!menu || !current) return
  const show = () => {
    const [frame, entry] = [menu.getBoundingClientRect(), current.getBoundingClientRect()]
    menu.scrollBy({ top: entry.top - frame.top - (frame.height - entry.height) / 2, behavior: 'instant' })
  }
  show()
  menu.addEventListener('toggle', show)
}

/** The menu of a phone is one row that scrolls: brings the entry of this page into its middle. */
export function startMenu(page: Document): void {
  const menu = page.querySelector('.menu')
  const current = menu?.querySelector('[aria-current]')
  if (!menu || !current) return
  const [frame, entry] = [menu.getBoundingClientRect(), current.getBoundingClientRect()]
  menu.scrollBy({
    left: entry.left - frame.left - (frame.width - entry.width) / 2,
    top: entry.top - frame.top - (frame.height - entry.height) / 2,
    behavior: 'instant',
  })
}

/** Leaves those of many methods in sight whose names hold what was typed, and the one that is chosen. */
export function startMethodFinder(): void {
  const box = document.querySelector<HTMLElement>('.methods-finder')
  const field = box?.querySelector('input')
  if (!box || !field) return
  box.hidden = false
  field.addEventListener('input', () => show(field.value))
  // Enter would send the form.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}

function show(typed: string): void {
  const words = folded(typed.trim())
  for (const method of document.querySelectorAll<HTMLElement>('.methods-box > .method')) {
    const isChosen = method.querySelector<HTMLInputElement>('input')!.checked
    method.hidden = !isChosen && !folded(method.textContent).includes(words)
  }
}

/** Without marks: who types `cesk` finds `Česk`. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

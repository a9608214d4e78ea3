/**
 * A file that is chosen, or dropped where it can be chosen, goes into its field as a `data:` address, or as text. Without
 * script the field takes one by hand.
 */
export function startFiles(page: Document): void {
  for (const chooser of page.querySelectorAll<HTMLElement>('[data-file-into]')) {
    const field = page.querySelector<HTMLTextAreaElement>(`#${chooser.dataset.fileInto}`)
    const input = chooser.querySelector('input')
    if (!field || !input) continue
    const isText = chooser.dataset.fileAs === 'text'
    input.addEventListener('change', () => read(input.files?.[0], field, isText))
    chooser.addEventListener('dragover', (event) => event.preventDefault())
    chooser.addEventListener('drop', (event) => {
      event.preventDefault()
      read(event.dataTransfer?.files[0], field, isText)
    })
  }
}

function read(file: File | undefined, field: HTMLTextAreaElement, isText: boolean): void {
  if (!file) return
  const reader = new FileReader()
  reader.addEventListener('load', () => {
    field.value = String(reader.result)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  if (isText) reader.readAsText(file)
  else reader.readAsDataURL(file)
}

/** Sends a chosen file as it is, shows how much of it arrived, and opens the page that the gateway answers with. */
function send(form: HTMLFormElement, file: File): void {
  const { csrf, ...fields } = Object.fromEntries(new FormData(form)) as Record<string, string>
  if (fields.format === '') delete fields.format
  const button = form.querySelector('button')!
  const words = form.querySelector<HTMLElement>('[data-field="upload-progress"]')!
  const request = new XMLHttpRequest()
  request.open('POST', `${location.pathname}?${new URLSearchParams(fields)}`)
  request.responseType = 'document'
  request.setRequestHeader('content-type', /\.json$/i.test(file.name) ? 'application/json' : 'text/csv')
  request.setRequestHeader('x-tollgate-csrf', csrf!)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    words.textContent = loaded < total ? `Uploading: ${Math.floor((100 * loaded) / total)} %` : 'Comparing rows…'
  })
  request.addEventListener('loadend', () => {
    button.disabled = false
    delete form.dataset.sent
    if (request.status === 200) location.assign(request.responseURL)
    else words.replaceChildren(problemIn(request.responseXML))
  })
  button.disabled = true
  request.send(file)
}

/** Problems of the form that answers, or the text of another page. */
function problemIn(page: Document | null): Node | string {
  const problem = page?.querySelector('#problems')
  if (problem) return document.importNode(problem, true)
  return page?.querySelector('main')?.textContent ?? 'The upload broke off. Try again.'
}

const form = document.querySelector<HTMLFormElement>('[data-form="upload"]')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const [file] = form.querySelector<HTMLInputElement>('[type="file"]')?.files ?? []
  if (file) send(form, file)
})

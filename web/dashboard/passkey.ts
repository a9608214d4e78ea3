/** Shows the buttons for passkeys where the browser can use them, and sends its answers with their forms. */
function startPasskeys(page: Document): void {
  if (!('PublicKeyCredential' in globalThis) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  for (const form of page.querySelectorAll<HTMLFormElement>('[data-passkey-get]')) offer(form, get)
  for (const form of page.querySelectorAll<HTMLFormElement>('[data-passkey-create]')) offer(form, create)
}

function offer(form: HTMLFormElement, ask: (form: HTMLFormElement) => Promise<string>): void {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const problem = form.querySelector<HTMLElement>('[data-field="passkey-problem"]')
    try {
      form.querySelector<HTMLInputElement>('[name="answer"]')!.value = await ask(form)
      form.submit()
    } catch {
      if (!problem) return
      problem.textContent = 'Your browser did not return a passkey. Try again or use another method.'
      problem.hidden = false
    }
  })
}

async function get(form: HTMLFormElement): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.passkeyGet!))
  return answerOf(await navigator.credentials.get({ publicKey }))
}

async function create(form: HTMLFormElement): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(form.dataset.passkeyCreate!))
  return answerOf(await navigator.credentials.create({ publicKey }))
}

function answerOf(credential: Credential | null): string {
  return JSON.stringify((credential as PublicKeyCredential).toJSON())
}

startPasskeys(document)

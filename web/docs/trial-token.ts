const TOKEN = 'tollgate-docs-token'
const TERMINAL = 'tollgate-docs-terminal'
/** Terminal in the examples of the API description. */
const EXAMPLE_TERMINAL = 'ter_2mVnQ8sX4kJ7bT5w'

const input = document.querySelector<HTMLInputElement>('#docs-token')

/** The token that trials send; empty without one. */
export function currentToken(): string {
  return input?.value.trim() ?? ''
}

/** Restores the token of this tab, and starts the forms and buttons that get one. */
export function startToken(): void {
  if (!input) return
  input.value = sessionStorage.getItem(TOKEN) ?? ''
  input.addEventListener('input', () => keepToken(input.value.trim()))
  const form = document.querySelector<HTMLFormElement>('form[data-form="token"]')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void getToken(form)
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-action="demo"]')) {
    button.hidden = !form
    button.addEventListener('click', () => void useDemo(form!))
  }
  useTerminal(sessionStorage.getItem(TERMINAL))
  showState(currentToken() === '' ? 'No access token yet.' : 'Using this tab’s access token.')
}

async function getToken(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  for (const field of form.querySelectorAll('input')) body.set(field.name, field.value.trim())
  const said = form.querySelector('[role="status"]')!
  try {
    const answer = await fetch(form.dataset.path!, { method: 'POST', body, credentials: 'omit' })
    const { access_token, expires_in, error_description, error } = await answer.json()
    said.textContent = access_token ? `Valid for ${expires_in} seconds.` : (error_description ?? error)
    if (access_token) keepToken(access_token)
    else showState(said.textContent!)
  } catch {
    said.textContent = 'No response. Is the gateway running?'
  }
}

function keepToken(value: string): void {
  input!.value = value
  sessionStorage.setItem(TOKEN, value)
  showState(value === '' ? 'No access token yet.' : 'Using this tab’s access token.')
}

async function useDemo(form: HTMLFormElement): Promise<void> {
  const answer = await fetch('/docs/demo-merchant', { method: 'POST' }).catch(() => undefined)
  if (!answer?.ok)
    return showState(
      'The demo merchant is available on the gateway’s own machine only. Elsewhere, enter a client ID and secret.',
    )
  const demo: Readonly<Record<'client_id' | 'client_secret' | 'terminal_id', string>> = await answer.json()
  for (const name of ['client_id', 'client_secret'] as const)
    form.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value = demo[name]
  sessionStorage.setItem(TERMINAL, demo.terminal_id)
  useTerminal(demo.terminal_id)
  await getToken(form)
}

function useTerminal(terminal: string | null): void {
  if (terminal === null) return
  for (const body of document.querySelectorAll('textarea'))
    body.value = body.value.replaceAll(EXAMPLE_TERMINAL, terminal)
}

function showState(words: string): void {
  for (const place of document.querySelectorAll('[data-part="token-state"]')) place.textContent = words
}

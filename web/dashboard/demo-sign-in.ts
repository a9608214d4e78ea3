const button = document.querySelector<HTMLButtonElement>('[data-action="fill-demo"]')

/** Fills in the demo's email and password, which the gateway gives to browsers on its own machine only. */
async function fillDemo(): Promise<void> {
  const answer = await fetch('/docs/demo-sign-in', { method: 'POST' }).catch(() => undefined)
  if (!answer?.ok) {
    button!.textContent = 'Only on the gateway’s own machine'
    return
  }
  const demo: Readonly<Record<'email' | 'password', string>> = await answer.json()
  for (const name of ['email', 'password'] as const) {
    document.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value = demo[name]
  }
  document.querySelector<HTMLElement>('[data-action="sign-in"]')!.focus()
}

if (button) {
  button.hidden = false
  button.addEventListener('click', fillDemo)
}

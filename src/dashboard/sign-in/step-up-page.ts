import { html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'
import { signInFrame } from './page.ts'

/** Sends the form that waited, with the token of the new session. */
export function continuePage(
  realm: string,
  csrf: string,
  { action, fields }: { readonly action: string; readonly fields: Readonly<Record<string, string>> },
): Page {
  const content = html`<h1>Thank you</h1>
<p class="muted">Identity confirmed. Continue with your action.</p>
<form class="stack" method="post" action="${action}" data-form="continue">
${hiddenFields({ ...fields, csrf })}
<button class="button button-primary" data-action="continue" autofocus>Continue</button>
</form>`
  return signInFrame({ realm }, { page: 'step-up', title: 'Continue', content })
}

/** A form may not be led to another site by the page's policy; a link may lead there. */
export function leavePage(realm: string, address: string): Page {
  const content = html`<h1>Confirm it is you</h1>
<p class="muted">This action involves money or secrets, so your identity provider asks again. Your form is saved.</p>
<p><a class="button button-primary" href="${address}" data-action="confirm">Continue</a></p>
<p><a class="button button-quiet" href="/dashboard">Cancel</a></p>`
  return signInFrame({ realm }, { page: 'step-up', title: 'Confirm it is you', content })
}

import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'

export interface SignInView {
  readonly realm: string
  readonly uid: string
  readonly email?: string | undefined
  /** Options for a passkey, as JSON; undefined if none can be used here. */
  readonly passkey?: string | undefined
  /** The origin where passkeys work, if not here. */
  readonly passkeysAt?: string | undefined
  /** Why it did not work; the same words for every reason. */
  readonly problem?: string | undefined
  /** True if nothing more is looked at for a while. */
  readonly isLocked?: boolean
}

export function signInPage(view: SignInView): Page {
  const { uid, email = '' } = view
  const content = html`<h1>Sign in</h1>
${notice(view)}
${view.isLocked && html`<p class="muted">A browser that you have signed in with before still accepts your password.</p>`}
<form class="stack" method="post" action="/dashboard/sign-in/${uid}" data-form="sign-in">
${field('email', 'Email', { type: 'email', autocomplete: 'username webauthn', value: email, required: true, maxlength: 254, autofocus: email === '' })}
${passwordField(email !== '')}
<button class="button button-primary" data-action="sign-in">Sign in</button>
</form>
${passkeyForm(view, 'Sign in with a passkey')}
${view.realm === 'uat' && html`<p class="muted" data-field="demo">Demo: email and password are in <code>demo.json</code> in the data folder, by default <code>data/demo.json</code>.</p>`}`
  return signInFrame(view, { page: 'sign-in', title: 'Sign in', content })
}

/** A code of the authenticator app or a passkey, or one of the codes that were shown when the app was set up. */
export function secondFactorPage(view: SignInView & { readonly asks: 'code' | 'passkey' }): Page {
  const { uid, asks } = view
  const content = html`<h1>Two-step verification</h1>
<p class="muted">${asks === 'code' ? 'Enter the code from your authenticator app.' : 'Use your passkey.'}</p>
${notice(view)}
${
  asks === 'code' &&
  html`<form class="stack" method="post" action="/dashboard/sign-in/${uid}/second-factor" data-form="second-factor">
${codeField()}
<button class="button button-primary" data-action="confirm">Continue</button>
</form>`
}
${passkeyForm(view, 'Use your passkey')}
<details class="hint">
<summary>${asks === 'code' ? 'Cannot use your app?' : 'Cannot use your passkey?'}</summary>
<form class="stack" method="post" action="/dashboard/sign-in/${uid}/second-factor" data-form="recovery-code">
${field('recovery-code', 'Recovery code', { name: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', required: true, maxlength: 64 })}
<button class="button button-secondary" data-action="use-recovery-code">Use recovery code</button>
</form>
</details>`
  return signInFrame(view, { page: 'second-factor', title: 'Two-step verification', content })
}

export interface ProofView extends SignInView {
  readonly asks: 'code' | 'password' | 'passkey'
}

export function stepUpPage(view: ProofView): Page {
  const { uid, asks, email } = view
  const content = html`<h1>Confirm it is you</h1>
<p class="muted">This action involves money or secrets, so we ask again. Your form is saved.</p>
${notice(view)}
${
  asks !== 'passkey' &&
  html`<form class="stack" method="post" action="/dashboard/sign-in/${uid}/step-up" data-form="step-up">
<input class="visually-hidden" tabindex="-1" aria-hidden="true" name="username" autocomplete="username" value="${email}" readonly>
${asks === 'code' ? codeField() : passwordField(true)}
<button class="button button-primary" data-action="confirm">Confirm</button>
</form>`
}
${passkeyForm(view, 'Use your passkey')}
<p><a class="button button-quiet" href="/dashboard">Cancel</a></p>`
  return signInFrame(view, { page: 'step-up', title: 'Confirm it is you', content })
}

function codeField(): Html {
  const input = { inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 64, autofocus: true }
  return field('code', 'Code', input)
}

function passwordField(autofocus: boolean): Html {
  const input = { type: 'password', autocomplete: 'current-password', required: true, maxlength: 512, autofocus }
  return field('password', 'Password', input)
}

function field(id: string, label: string, input: Parameters<typeof attributes>[0]): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
<input${attributes({ id, name: id, ...input })}>
</div>`
}

function notice({ problem, isLocked = false }: SignInView): Html | undefined {
  if (problem === undefined) return undefined
  return html`<p class="notice notice-danger" role="alert" data-state="${isLocked ? 'locked' : 'refused'}">${problem}</p>`
}

/** The script shows the form, because it needs the script. */
function passkeyForm({ uid, passkey, passkeysAt }: SignInView, words: string): Html | undefined {
  if (passkeysAt !== undefined) {
    const link = html`<a href="${passkeysAt}/dashboard">${new URL(passkeysAt).hostname}</a>`
    return html`<p class="muted" data-state="passkeys-elsewhere">Passkeys do not work at this address. Sign in at ${link} to use one.</p>`
  }
  if (passkey === undefined) return undefined
  return html`<form class="stack" method="post" action="/dashboard/sign-in/${uid}/passkey" data-form="passkey" data-passkey-get="${passkey}" hidden>
${hiddenFields({ answer: '' })}
<button class="button button-secondary" data-action="passkey">${words}</button>
<p class="field-problem" data-field="passkey-problem" role="alert" hidden></p>
</form>`
}

export function signInFrame(
  { realm, passkey }: Pick<SignInView, 'realm' | 'passkey'>,
  { page, title, content }: { readonly page: string; readonly title: string; readonly content: Html },
): Page {
  const body = html`${realm === 'uat' && html`<aside class="ribbon" aria-label="Test mode"><strong>Test mode</strong> <span>– no real money moves here</span></aside>`}
<main class="page sign-in">
<section class="panel">
<p class="eyebrow">Tollgate · ${realm}</p>
${content}
</section>
</main>`
  const scripts = passkey === undefined ? [] : (['dashboard/passkey.ts'] as const)
  return renderPage({ title: `${title} · Tollgate`, page, body, styles: ['dashboard/sign-in.css'], scripts })
}

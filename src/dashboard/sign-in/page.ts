import { LONGEST_NAME } from '#domain/name-lengths.ts'
import type { OpenInvitation } from '#flows/dashboard/links.ts'
import { assetPath } from '#html/assets.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { type Page, type PageContent, renderPage } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'
import { type FieldProblem, formField, problemOf, problemSummary } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'

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
<details class="hint"><summary>Forgot your password?</summary>
<p>An owner or admin of your team can send you a link for a new one: <strong>Settings → Team</strong>. Without one, ask the operator of this gateway.</p></details>
${view.realm === 'uat' && demoHint()}`
  return signInFrame(view, { page: 'sign-in', title: 'Sign in', content, ...(view.realm === 'uat' && DEMO_SCRIPT) })
}

const DEMO_SCRIPT = { scripts: ['dashboard/demo-sign-in.ts'] } as const

function demoHint(): Html {
  return html`<div class="stack"><button class="button button-secondary" type="button" data-action="fill-demo" hidden>Fill in the demo</button>
<p class="hint" data-field="demo">Demo: email and password are in <code>demo.json</code> in the data folder, by default <code>data/demo.json</code>.</p></div>`
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

interface ProofView extends SignInView {
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

interface SignInContent extends Required<Pick<PageContent, 'page' | 'title'>>, Pick<PageContent, 'scripts'> {
  readonly content: Html
}

export function signInFrame(
  { realm, passkey }: Pick<SignInView, 'realm' | 'passkey'>,
  { page, title, content, scripts = [] }: SignInContent,
): Page {
  const body = html`${realm === 'uat' && html`<aside class="ribbon" aria-label="Test mode"><strong>Test mode</strong> <span>– no real money moves here</span></aside>`}
<main class="page sign-in">
<section class="panel">
<p class="sign-in-brand"><img src="${assetPath('icon.svg')}" width="32" height="32" alt=""> Tollgate <span class="muted">${realm}</span></p>
${content}
</section>
</main>`
  return renderPage({
    ...{ title: `${title} · Tollgate`, page, body, styles: ['dashboard/sign-in.css'], connects: scripts.length > 0 },
    scripts: [...scripts, ...(passkey === undefined ? [] : (['dashboard/passkey.ts'] as const))],
  })
}

const HINT = 'At least 12 characters, with a letter and a digit.'

interface LinkView {
  readonly realm: string
  readonly token: string
  readonly problems?: readonly FieldProblem[]
}

/** Form of a new account. Only the signed-in owner of the address sees that an account exists, and accepts. */
export function invitationPage(
  view: LinkView & {
    readonly invitation: OpenInvitation
    readonly typedName?: string | undefined
    /** Of the session of the person who was invited. */
    readonly csrfToken?: string | undefined
  },
): Page {
  const { realm, token, invitation, problems = [], typedName, csrfToken } = view
  const { merchantName, role, email } = invitation
  const action = `/dashboard/invitation/${token}`
  const fields = html`${formField({ name: 'name', label: 'Your name', value: typedName, autocomplete: 'name', maxlength: LONGEST_NAME.person, required: true, autofocus: true, problem: problemOf(problems, 'name') })}
<input class="visually-hidden" tabindex="-1" aria-hidden="true" autocomplete="username" value="${email}" readonly>
${formField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', maxlength: 512, required: true, hint: HINT, problem: problemOf(problems, 'password') })}`
  const signIn = html`<p class="muted">Already have an account? <a href="/dashboard/sign-in?back=${encodeURIComponent(action)}" data-action="sign-in">Sign in to accept</a>.</p>`
  const content = html`<h1>Welcome to ${merchantName}</h1>
<p class="muted">You are invited as <strong data-field="role">${sentenceCase(role)}</strong> with <strong data-field="email">${email}</strong>.</p>
${problemSummary(problems)}
<form class="stack" method="post" action="${action}" data-form="invitation">
${csrfToken === undefined ? fields : hiddenFields({ csrf: csrfToken })}
<button class="button button-primary" data-action="accept">Accept invitation</button>
</form>
${csrfToken === undefined && signIn}`
  return signInFrame({ realm }, { page: 'invitation', title: 'Invitation', content })
}

export function newPasswordPage({ realm, token, problems = [], email }: LinkView & { readonly email: string }): Page {
  const content = html`<h1>New password</h1>
<p class="muted">For <strong data-field="email">${email}</strong>. A new password signs you out everywhere. You keep your second factor.</p>
${problemSummary(problems)}
<form class="stack" method="post" action="/dashboard/new-password/${token}" data-form="new-password">
<input class="visually-hidden" tabindex="-1" aria-hidden="true" autocomplete="username" value="${email}" readonly>
${formField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', maxlength: 512, required: true, autofocus: true, hint: HINT, problem: problemOf(problems, 'password') })}
<button class="button button-primary" data-action="save">Save</button>
</form>`
  return signInFrame({ realm }, { page: 'new-password', title: 'New password', content })
}

/** A link that is unknown, was used, or is too old: the same for all three. */
export function expiredLinkPage(realm: string): Page {
  const content = html`<div data-state="unknown"><h1>This link has expired</h1>
<p class="muted">It was already used or is too old. Ask the person who sent it for a new one.</p></div>
<p><a class="button button-secondary" href="/dashboard">Go to sign-in</a></p>`
  return signInFrame({ realm }, { page: 'link', title: 'This link has expired', content })
}

/** @param leaving where the browser signs out of the identity provider, so that it asks the next time */
export function noAccessPage(realm: string, leaving: string): Page {
  const content = html`<div data-state="forbidden"><h1>You do not have access</h1>
<p class="muted">You signed in, but you are not in a team on this gateway. Ask an owner or the operator to invite your email address.</p></div>
<p><a class="button button-secondary" href="${leaving}" data-action="sign-in">Use a different account</a></p>`
  return signInFrame({ realm }, { page: 'stranger', title: 'You do not have access', content })
}

export function signInFailedPage(realm: string): Page {
  const content = html`<div data-state="error"><h1>Sign-in failed</h1>
<p class="muted">It timed out, started in another browser, or was refused by your identity provider. Try again.</p></div>
<p><a class="button button-primary" href="/dashboard/sign-in">Try again</a></p>`
  return signInFrame({ realm }, { page: 'sign-in-failed', title: 'Sign-in failed', content })
}

/** Page for a browser without cookies, which would be redirected without end. */
export function noCookiesPage(realm: string): Page {
  const content = html`<div data-state="error"><h1>Your browser blocks cookies</h1>
<p class="muted">Sign-in requires cookies. Allow them for this site, then try again. If you started in another browser, start again here.</p></div>
<p><a class="button button-primary" href="/dashboard/sign-in" data-action="sign-in">Try again</a></p>`
  return signInFrame({ realm }, { page: 'sign-in-failed', title: 'Your browser blocks cookies', content })
}

/** @param leaving where the browser signs out of the identity provider */
export function signingOutPage(realm: string, leaving: string): Page {
  const content = html`<h1>Signed out of Tollgate</h1>
<p class="muted">Sign out of your identity provider too, so that no one else can use your account in this browser.</p>
<p><a class="button button-primary" href="${leaving}" data-action="sign-out">Sign out of identity provider</a></p>`
  return signInFrame({ realm }, { page: 'leaving', title: 'Signing out', content })
}

export function signedOutPage(realm: string): Page {
  const content = html`<h1>You are signed out</h1>
<p><a class="button button-primary" href="/dashboard/sign-in" data-action="sign-in">Sign in</a></p>`
  return signInFrame({ realm }, { page: 'signed-out', title: 'Signed out', content })
}

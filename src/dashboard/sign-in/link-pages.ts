import { LONGEST_NAME } from '#domain/name-lengths.ts'
import type { OpenInvitation } from '#flows/dashboard/links.ts'
import { html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'
import { type FieldProblem, formField, problemOf, problemSummary } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { signInFrame } from './page.ts'

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

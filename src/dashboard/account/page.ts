import type { Account } from '#flows/dashboard/account.ts'
import { type Html, html } from '#html/html.ts'
import { qrCode } from '#html/qr-code.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { codeBlock } from '../parts/code-block.ts'
import { type FieldProblem, formField, postButton, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { badge, formatTime } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'

const PATH = '/dashboard/account'

export interface AccountView {
  readonly account: Account
  readonly takesPasskeys: boolean
  /** The origin where browsers take them. */
  readonly passkeysAt: string | undefined
  /** True if the person must set a second factor up before anything else. */
  readonly owesFactor: boolean
  /** False where another identity provider keeps passwords and factors. */
  readonly isBuiltIn: boolean
  readonly problems?: readonly FieldProblem[]
  readonly typedName?: string
  readonly done?: string | undefined
}

export function accountPage(caller: PersonCaller, view: AccountView): DashboardPageAnswer {
  const { problems = [], done, owesFactor, isBuiltIn } = view
  const body = html`${problemSummary(problems)}
${done && html`<p class="notice notice-success" role="status" data-state="done">${done}</p>`}
${owesFactor && html`<p class="notice notice-warning" data-state="factor-needed">You need a second factor to use the dashboard. Set one up to continue.</p>`}
${isBuiltIn && html`${secondFactors(caller, view)}${passwordForm(caller, problems)}`}
${nameForm(caller, view)}
${sessions(caller, view.account)}`
  const lead = html`${caller.email}`
  const status = problems.length > 0 ? 422 : 200
  return dashboardPage(caller, { page: 'account', title: 'Your account', lead, body, status })
}

function nameForm(caller: PersonCaller, { problems = [], typedName }: AccountView): Html {
  const body = html`${formField({ name: 'name', label: 'Name', value: typedName ?? caller.name, required: true, maxlength: 100, autocomplete: 'name', problem: problemOf(problems, 'name') })}
<button class="button button-secondary" data-action="save">Save</button>`
  return html`<section class="sheet" aria-labelledby="name-heading">
<h2 id="name-heading">Name</h2>
${postForm(caller, { name: 'name', action: `${PATH}/name`, body })}
</section>`
}

function passwordForm(caller: PersonCaller, problems: readonly FieldProblem[]): Html {
  const field = (name: string, label: string, autocomplete: string, hint?: string) =>
    formField({
      name,
      label,
      type: 'password',
      autocomplete,
      maxlength: 512,
      required: true,
      hint,
      problem: problemOf(problems, name),
    })
  const body = html`<input class="visually-hidden" tabindex="-1" aria-hidden="true" autocomplete="username" value="${caller.email}" readonly>
${field('current_password', 'Current password', 'current-password')}
${field('password', 'New password', 'new-password', 'At least 12 characters, with a letter and a digit.')}
<button class="button button-secondary" data-action="change-password">Change password</button>`
  return html`<section class="sheet" aria-labelledby="password-heading">
<h2 id="password-heading">Password</h2>
<p class="muted">Changing your password signs you out of all other browsers.</p>
${postForm(caller, { name: 'password', action: `${PATH}/password`, body })}
</section>`
}

function secondFactors(caller: PersonCaller, { account, takesPasskeys, passkeysAt }: AccountView): Html {
  const { factors } = account
  const button = (does: string, words: string, look: 'secondary' | 'quiet' = 'secondary') =>
    postButton(caller, { action: `${PATH}/${does}`, words, does, look })
  return html`<section class="sheet" aria-labelledby="factors-heading">
<h2 id="factors-heading">Second factor</h2>
<p>Authenticator app ${factors.hasTotp ? badge('On', 'success', 'totp') : badge('Off', 'plain', 'totp')}</p>
${factors.hasTotp ? button('remove-totp', 'Remove app', 'quiet') : button('add-totp', 'Set up app')}
${(factors.hasTotp || factors.passkeys > 0) && html`<p><span data-field="recovery-codes">${factors.recoveryCodes}</span> recovery ${factors.recoveryCodes === 1 ? 'code' : 'codes'} left</p>${button('new-codes', 'Generate new codes', 'quiet')}`}
<h3>Passkeys</h3>
${
  takesPasskeys
    ? html`${passkeys(caller, account)}<p><a class="button button-secondary" href="${PATH}/passkey" data-action="add-passkey">Add passkey</a></p>`
    : html`<p class="muted" data-state="passkeys-need-a-name">Passkeys need a host name, and this address has none. ${
        passkeysAt === undefined
          ? html`The operator sets one as <code>BASE_URL</code>.`
          : html`Open <a href="${passkeysAt}${PATH}">your account at ${new URL(passkeysAt).hostname}</a> to add one.`
      }</p>`
}
</section>`
}

function passkeys(caller: PersonCaller, account: Account): Html {
  if (account.passkeys.length === 0)
    return html`<p class="muted">A passkey lets you sign in with your device instead of a password.</p>`
  return list({
    name: 'passkeys',
    caption: 'Your passkeys',
    rows: account.passkeys,
    idOf: ({ credentialId }) => credentialId,
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => name),
      cell.time('created', 'Added', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.more('remove', 'Action', ({ credentialId }) =>
        postButton(caller, {
          action: `${PATH}/remove-passkey`,
          hidden: { credential_id: credentialId },
          words: 'Remove',
          does: 'remove-passkey',
          look: 'quiet',
        }),
      ),
    ],
  })
}

function sessions(caller: PersonCaller, account: Account): Html {
  return html`<section class="sheet" aria-labelledby="sessions-heading">
<h2 id="sessions-heading">Active sessions</h2>
${list({
  name: 'sessions',
  caption: 'Active sessions',
  rows: account.sessions,
  idOf: ({ sessionId }) => sessionId,
  columns: (cell) => [
    cell.title('browser', 'Browser', ({ userAgent }) => browserWords(userAgent)),
    cell.more('address', 'IP address', ({ address }) => address),
    cell.time('seen', 'Last seen', ({ lastSeenAt }) => formatTime(lastSeenAt, caller.timeZone)),
    cell.more('end', 'Action', ({ sessionId }) => endButton(caller, sessionId)),
  ],
})}
</section>`
}

function endButton(caller: PersonCaller, sessionId: string): Html {
  if (sessionId === caller.sessionId) return badge('This browser', 'info')
  return postButton(caller, {
    action: `${PATH}/end-session`,
    hidden: { session_id: sessionId },
    words: 'Sign out',
    does: 'end-session',
    look: 'quiet',
  })
}

/** `Firefox on Linux`, as far as the browser says. */
function browserWords(userAgent: string): string {
  const name = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((word) => userAgent.includes(`${word}/`))
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((word) => userAgent.includes(word))
  return [name ?? 'Unknown browser', system && `on ${system}`].filter(Boolean).join(' ')
}

export function totpPage(caller: PersonCaller, secret: string, problem?: string): DashboardPageAnswer {
  const label = encodeURIComponent(`Tollgate ${caller.realm}:${caller.email}`)
  const address = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(`Tollgate ${caller.realm}`)}`
  const form = html`${formField({ name: 'code', label: 'Code from your app', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 16, required: true, autofocus: true, problem })}
<button class="button button-primary" data-action="confirm">Confirm</button>`
  const body = html`<section class="sheet">
<p>Scan this QR code with an authenticator app, or enter the secret.</p>
<p class="scan">${qrCode(address, 'QR code for an authenticator app')}</p>
${codeBlock(secret.match(/.{4}/g)!.join(' '), 'Secret', 'totp-secret')}
${postForm(caller, { name: 'totp', action: `${PATH}/totp`, body: form })}
</section>`
  const back = { href: PATH, words: 'Your account' }
  return dashboardPage(caller, { page: 'totp', title: 'Authenticator app', back, body, status: problem ? 422 : 200 })
}

export function codesPage(caller: PersonCaller, codes: readonly string[]): DashboardPageAnswer {
  const body = html`<section class="notice notice-warning secret" role="status">
<h2>Save your recovery codes</h2>
<p>Use one when you cannot use your app. Each works once. Store them safely: you will not see them again.</p>
<ul class="codes" data-list="recovery-codes">${codes.map(
    (code) => html`<li data-field="recovery-code"><code translate="no">${code}</code></li>
`,
  )}</ul>
<p><a class="button button-primary" href="${PATH}">I have saved them</a></p>
</section>`
  return dashboardPage(caller, { page: 'recovery-codes', title: 'Recovery codes', body })
}

export function passkeyPage(
  caller: PersonCaller,
  options: string,
  { typedName = 'This device', problems = [] }: Pick<AccountView, 'typedName' | 'problems'> = {},
): DashboardPageAnswer {
  const form = html`${formField({ name: 'name', label: 'Name', value: typedName, maxlength: 60, required: true, problem: problemOf(problems, 'name') })}
<input type="hidden" name="answer" value="">
<button class="button button-primary" data-action="confirm">Add passkey</button>
<p class="field-problem" data-field="passkey-problem" role="alert" hidden></p>`
  const posted = postForm(caller, {
    name: 'passkey',
    action: `${PATH}/passkey`,
    body: form,
    attributes: { 'data-passkey-create': options, hidden: true },
  })
  const body = html`${problemSummary(problems)}<section class="sheet">
<p>Your browser asks for your fingerprint, face or PIN. Afterwards you can sign in with this device.</p>
${posted}
<noscript><p class="notice notice-warning">Passkeys need JavaScript.</p></noscript>
</section>`
  const back = { href: PATH, words: 'Your account' }
  return dashboardPage(caller, {
    page: 'passkey',
    title: 'Add passkey',
    status: problems.length > 0 ? 422 : 200,
    back,
    body,
    scripts: ['dashboard/passkey.ts'],
  })
}

import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { Secret } from '#domain/secret.ts'
import { type Account, changeName, changePassword, endOwnSession, showAccount } from '#flows/dashboard/account.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { readCookie } from '#http/request/session-cookie.ts'
import { browserCookie } from '#http/request/sign-in-cookie.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { passkeyOrigin, supportsPasskeys } from '#identity/people/passkeys.ts'
import { fieldsOf, formField, postButton, postForm, problemOf, type Shown } from '../parts/form.ts'
import { badge, formatTime } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { sheet } from '../parts/sheet.ts'
import { action, screen, type Visit } from '../shell/screen.ts'

export const ACCOUNT_PATH = '/dashboard/account'

export const account = screen({
  path: ACCOUNT_PATH,
  permission: 'own',
  done: {
    name: 'Name saved.',
    password: 'Password changed. All other browsers are signed out.',
    'totp-removed': 'Authenticator app and recovery codes removed.',
    passkey: 'Passkey added.',
    'passkey-removed': 'Passkey removed.',
    session: 'Browser signed out.',
  },
  read: readView,
  show: (caller, view, shown) => ({
    title: 'Your account',
    lead: caller.email,
    body: html`${view.needsFactor && html`<p class="notice notice-warning" data-state="factor-needed">You need a second factor to use the dashboard. Set one up to continue.</p>`}
${view.isBuiltInSignIn && html`${secondFactors(caller, view)}${passwordForm(caller, shown)}`}
${nameForm(caller, shown)}
${sessions(caller, view.record)}`,
  }),
})

type AccountView = Awaited<ReturnType<typeof readView>>

async function readView(gateway: Gateway, { caller, origin }: Pick<Visit<unknown>, 'caller' | 'origin'>) {
  const { dashboardMfa, isBuiltInSignIn } = gateway.settings
  return {
    record: await showAccount(gateway, caller),
    takesPasskeys: supportsPasskeys(origin),
    passkeysAt: passkeyOrigin(origin),
    needsFactor: dashboardMfa === 'required' && !caller.methods.includes('mfa'),
    isBuiltInSignIn,
  }
}

function nameForm(caller: PersonCaller, shown: Shown): Html {
  const body = html`${fieldsOf(shown)({ name: 'name', label: 'Name', value: caller.name, required: true, maxlength: LONGEST_NAME.person, autocomplete: 'name' })}
<p class="form-actions"><button class="button button-secondary" data-action="save">Save</button></p>`
  return sheet('name-heading', 'Name', postForm(caller, { name: 'name', action: `${ACCOUNT_PATH}/name`, body }))
}

function passwordForm(caller: PersonCaller, { problems }: Shown): Html {
  // Without the entered value: a password is never in a page.
  const field = (name: string, label: string, autocomplete: string, hint?: string) =>
    formField({
      ...{ name, label, hint, autocomplete, type: 'password', maxlength: 512, required: true },
      problem: problemOf(problems, name),
    })
  const body = html`<input class="visually-hidden" tabindex="-1" aria-hidden="true" autocomplete="username" value="${caller.email}" readonly>
${field('current_password', 'Current password', 'current-password')}
${field('password', 'New password', 'new-password', 'At least 12 characters, with a letter and a digit.')}
<p class="form-actions"><button class="button button-secondary" data-action="change-password">Change password</button></p>`
  const words = html`<p class="muted">Changing your password signs you out of all other browsers.</p>`
  const form = postForm(caller, { name: 'password', action: `${ACCOUNT_PATH}/password`, body })
  return sheet('password-heading', 'Password', words, form)
}

function sessions(caller: PersonCaller, { sessions: rows }: Account): Html {
  const listed = list({
    name: 'sessions',
    caption: 'Active sessions',
    rows,
    idOf: ({ sessionId }) => sessionId,
    columns: (cell) => [
      cell.title('browser', 'Browser', ({ userAgent }) => browserWords(userAgent)),
      cell.more('address', 'IP address', ({ address }) => address),
      cell.time('seen', 'Last seen', ({ lastSeenAt }) => formatTime(lastSeenAt, caller.timeZone)),
      cell.more('end', 'Action', ({ sessionId }) => endButton(caller, sessionId)),
    ],
  })
  return sheet('sessions-heading', 'Active sessions', listed)
}

function endButton(caller: PersonCaller, sessionId: string): Html {
  if (sessionId === caller.sessionId) return badge('This browser', 'info')
  const button = { words: 'Sign out', does: 'end-session', look: 'quiet' } as const
  return postButton(caller, { action: `${ACCOUNT_PATH}/end-session`, hidden: { session_id: sessionId }, ...button })
}

/** `Firefox on Linux`, as far as the browser says. */
function browserWords(userAgent: string): string {
  const name = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((word) => userAgent.includes(`${word}/`))
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((word) => userAgent.includes(word))
  return [name ?? 'Unknown browser', system && `on ${system}`].filter(Boolean).join(' ')
}

const nameRoute = action(account, {
  at: '/name',
  body: Type.Object({ name: Type.String({ maxLength: LONGEST_NAME.person }) }),
  done: 'name',
  does: (gateway, { caller, actor, body }) => changeName(gateway, { caller, actor }, body.name),
})

const passwordRoute = action(account, {
  at: '/password',
  stepUp: true,
  body: Type.Object({ current_password: Type.String(), password: Type.String() }),
  done: 'password',
  does: async (gateway, { caller, actor, body, header }) => {
    const browser = readCookie(header('cookie'), browserCookie(gateway.settings.dashboardUrl))
    const [current, wanted] = [new Secret(body.current_password), new Secret(body.password)]
    await changePassword(gateway, { caller, actor }, { current, wanted, browser })
  },
})

const endSessionRoute = action(account, {
  at: '/end-session',
  body: Type.Object({ session_id: Type.String({ maxLength: 64 }) }),
  done: 'session',
  does: (gateway, { caller, actor, body }) => endOwnSession(gateway, { caller, actor }, body.session_id),
})

export const accountRoutes = [account.route, nameRoute, passwordRoute, endSessionRoute]

function secondFactors(caller: PersonCaller, { record, takesPasskeys, passkeysAt }: AccountView): Html {
  const { factors } = record
  const button = (does: string, words: string, look: 'secondary' | 'quiet' = 'secondary') =>
    postButton(caller, { action: `${ACCOUNT_PATH}/${does}`, words, does, look })
  return sheet(
    'factors-heading',
    'Second factor',
    html`<p>Authenticator app ${factors.hasTotp ? badge('On', 'success', 'totp') : badge('Off', 'plain', 'totp')}</p>
${factors.hasTotp ? button('remove-totp', 'Remove app', 'quiet') : button('add-totp', 'Set up app')}
${(factors.hasTotp || factors.passkeys > 0) && html`<p><span data-field="recovery-codes">${factors.recoveryCodes}</span> recovery ${factors.recoveryCodes === 1 ? 'code' : 'codes'} left</p>${button('new-codes', 'Generate new codes', 'quiet')}`}
<h3>Passkeys</h3>
${takesPasskeys ? passkeys(caller, record) : passkeysElsewhere(passkeysAt)}`,
  )
}

function passkeysElsewhere(passkeysAt: string | undefined): Html {
  const words =
    passkeysAt === undefined
      ? html`The operator sets one as <code>BASE_URL</code>.`
      : html`Open <a href="${passkeysAt}${ACCOUNT_PATH}">your account at ${new URL(passkeysAt).hostname}</a> to add one.`
  return html`<p class="muted" data-state="passkeys-need-a-name">Passkeys need a host name, and this address has none. ${words}</p>`
}

function passkeys(caller: PersonCaller, { passkeys: rows }: Account): Html {
  const remove = { words: 'Remove', does: 'remove-passkey', look: 'quiet' } as const
  const listed = list({
    name: 'passkeys',
    caption: 'Your passkeys',
    rows,
    idOf: ({ credentialId }) => credentialId,
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => name),
      cell.time('created', 'Added', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.more('remove', 'Action', ({ credentialId: credential_id }) =>
        postButton(caller, { action: `${ACCOUNT_PATH}/remove-passkey`, hidden: { credential_id }, ...remove }),
      ),
    ],
  })
  const none = html`<p class="muted">A passkey lets you sign in with your device instead of a password.</p>`
  return html`${rows.length === 0 ? none : listed}<p><a class="button button-secondary" href="${ACCOUNT_PATH}/passkey" data-action="add-passkey">Add passkey</a></p>`
}

import type { Account } from '#flows/dashboard/account.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { postButton } from '../parts/form.ts'
import { badge, formatTime } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { sheet } from '../parts/sheet.ts'

export const ACCOUNT_PATH = '/dashboard/account'

export function secondFactors(
  caller: PersonCaller,
  {
    record,
    takesPasskeys,
    passkeysAt,
  }: {
    readonly record: Account
    readonly takesPasskeys: boolean
    /** The origin where browsers take them. */
    readonly passkeysAt: string | undefined
  },
): Html {
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

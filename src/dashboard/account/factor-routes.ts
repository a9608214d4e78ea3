import { Type } from 'typebox'
import { invalid } from '#domain/problem.ts'
import * as flows from '#flows/dashboard/account.ts'
import type { Gateway } from '#flows/gateway.ts'
import { html } from '#html/html.ts'
import { qrCode } from '#html/qr-code.ts'
import { EarlyAnswer } from '#http/request/early-answer.ts'
import { readCookie, sessionCookie, setCookie } from '#http/request/session-cookie.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { renewSession } from '#identity/people/dashboard-sessions.ts'
import { fieldsOf, formField, postForm } from '../parts/form.ts'
import { codeBlock } from '../parts/sheet.ts'
import { action, screen } from '../shell/screen.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import { ACCOUNT_PATH, account, accountRoutes as own } from './page.ts'

const BACK = { href: ACCOUNT_PATH, words: 'Your account' }
const PROVED = { permission: 'own', stepUp: true } as const

const totp = screen({
  ...PROVED,
  path: `${ACCOUNT_PATH}/totp`,
  read: pendingSecret,
  show: (caller, secret, { problems }) => {
    const issuer = encodeURIComponent(`Tollgate ${caller.realm}`)
    const address = `otpauth://totp/${issuer}${encodeURIComponent(`:${caller.email}`)}?secret=${secret}&issuer=${issuer}`
    const form = html`${formField({
      ...{ name: 'code', label: 'Code from your app', inputmode: 'numeric', autocomplete: 'one-time-code' },
      ...{ maxlength: 16, required: true, autofocus: true, problem: problems[0]?.message },
    })}
<button class="button button-primary" data-action="confirm">Confirm</button>`
    return {
      title: 'Authenticator app',
      back: BACK,
      problemsIn: 'form',
      body: html`<section class="sheet">
<p>Scan this QR code with an authenticator app, or enter the secret.</p>
<p class="scan">${qrCode(address, 'QR code for an authenticator app')}</p>
${codeBlock(secret.match(/.{4}/g)!.join(' '), 'Secret', 'totp-secret')}
${postForm(caller, { name: 'totp', action: `${ACCOUNT_PATH}/totp`, body: form })}
</section>`,
    }
  },
})

/** @throws EarlyAnswer to the account if no app is being set up */
async function pendingSecret(gateway: Gateway, { caller }: { readonly caller: PersonCaller }): Promise<string> {
  const secret = await flows.shownTotp(gateway, caller)
  if (secret === undefined) throw new EarlyAnswer(account.to({}))
  return secret
}

const addTotpRoute = action(account, {
  at: '/add-totp',
  stepUp: true,
  does: async (gateway, { caller, actor }) => {
    await flows.addTotp(gateway, { caller, actor })
    return totp.to({})
  },
})

const confirmTotpRoute = action(totp, {
  body: Type.Object({ code: Type.String({ maxLength: 16 }) }),
  does: async (gateway, { caller, actor, body, header }) => {
    await pendingSecret(gateway, { caller })
    const codes = await flows.confirmTotp(gateway, { caller, actor }, body.code)
    if (!codes) throw invalid('code', 'Wrong code. Wait for the next one and try again.')
    const { headers, ...page } = codesPage(caller, codes)
    return { ...page, headers: { ...headers, ...(await freshCookie(gateway, caller, header('cookie'))) } }
  },
})

const removeTotpRoute = action(account, {
  at: '/remove-totp',
  stepUp: true,
  done: 'totp-removed',
  does: (gateway, { caller, actor }) => flows.dropTotp(gateway, { caller, actor }),
})

const newCodesRoute = action(account, {
  at: '/new-codes',
  stepUp: true,
  does: async (gateway, { caller, actor }) =>
    codesPage(caller, await flows.renewRecoveryCodes(gateway, { caller, actor })),
})

function codesPage(caller: PersonCaller, codes: readonly string[]): DashboardPageAnswer {
  const rows = codes.map(
    (code) => html`<li data-field="recovery-code"><code translate="no">${code}</code></li>
`,
  )
  const body = html`<section class="notice notice-warning secret" role="status">
<h2>Save your recovery codes</h2>
<p>Use one when you cannot use your app. Each works once. Store them safely: you will not see them again.</p>
<ul class="codes" data-list="recovery-codes">${rows}</ul>
<p><a class="button button-primary" href="${ACCOUNT_PATH}">I have saved them</a></p>
</section>`
  return dashboardPage(caller, { page: 'recovery-codes', title: 'Recovery codes', body })
}

const passkey = screen({
  ...PROVED,
  path: `${ACCOUNT_PATH}/passkey`,
  read: (gateway, { caller, actor, origin }) => flows.offerPasskey(gateway, { caller, actor }, origin),
  show: (caller, options, shown) => {
    const form = html`${fieldsOf(shown)({ name: 'name', label: 'Name', value: 'This device', maxlength: 60, required: true })}
<input type="hidden" name="answer" value="">
<button class="button button-primary" data-action="confirm">Add passkey</button>
<p class="field-problem" data-field="passkey-problem" role="alert" hidden></p>`
    const attributes = { 'data-passkey-create': options, hidden: true }
    return {
      title: 'Add passkey',
      back: BACK,
      scripts: ['dashboard/passkey.ts'],
      body: html`<section class="sheet">
<p>Your browser asks for your fingerprint, face or PIN. Afterwards you can sign in with this device.</p>
${postForm(caller, { name: 'passkey', action: `${ACCOUNT_PATH}/passkey`, body: form, attributes })}
<noscript><p class="notice notice-warning">Passkeys need JavaScript.</p></noscript>
</section>`,
    }
  },
})

const addPasskeyRoute = action(passkey, {
  body: Type.Object({ name: Type.String({ maxLength: 60 }), answer: Type.String({ maxLength: 16_384 }) }),
  does: async (gateway, { caller, actor, body, header, origin }) => {
    await flows.addPasskey(gateway, { caller, actor }, origin, body)
    return account.to({}, 'passkey', await freshCookie(gateway, caller, header('cookie')))
  },
})

const removePasskeyRoute = action(account, {
  at: '/remove-passkey',
  stepUp: true,
  body: Type.Object({ credential_id: Type.String({ maxLength: 2048 }) }),
  done: 'passkey-removed',
  does: (gateway, { caller, actor, body }) => flows.dropPasskey(gateway, { caller, actor }, body.credential_id),
})

/** Renews the session, because setting up a second factor proves it. @returns headers with its new cookie */
async function freshCookie({ settings, sql }: Gateway, caller: PersonCaller, cookies: string | undefined) {
  const place = sessionCookie(settings.dashboardUrl)
  const session = { token: readCookie(cookies, place) ?? '', sessionId: caller.sessionId }
  const fresh = await renewSession(sql, session, [...new Set([...caller.methods, 'mfa'])])
  return fresh ? setCookie(place, fresh) : {}
}

export const accountRoutes = [
  ...[...own, addTotpRoute, totp.route, confirmTotpRoute, removeTotpRoute, newCodesRoute],
  ...[passkey.route, addPasskeyRoute, removePasskeyRoute],
]

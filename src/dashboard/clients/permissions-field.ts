import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { PERMISSION_GROUPS, permissionSentence } from '#identity/permission-words.ts'
import { CLIENT_PERMISSIONS, type Permission } from '#identity/permissions.ts'
import type { Shown } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { boxes } from '../shell/boxes.ts'
import { textFields } from '../shell/list-query.ts'
import type { Texts } from '../shell/screen.ts'

interface Preset {
  readonly name: string
  readonly label: string
  readonly words: string
  readonly permissions: readonly Permission[]
}

/** Usual sets of permissions; the first is that of a server that takes payments. */
const PRESETS: readonly Preset[] = [
  {
    name: 'web-shop',
    label: 'Web shop',
    words: 'Takes payments, captures and voids them, and saves cards.',
    permissions: [
      ...(['payments.read', 'payments.create', 'payments.capture', 'payments.void', 'sessions.create'] as const),
      ...(['links.read', 'links.manage', 'customers.read', 'customers.manage'] as const),
    ],
  },
  {
    name: 'refunds',
    label: 'Refunds',
    words: 'Finds payments, refunds and voids them.',
    permissions: ['payments.read', 'payments.void', 'payments.refund'],
  },
  {
    name: 'reports',
    label: 'Reports',
    words: 'Downloads payments, balances and daily reports.',
    permissions: ['payments.read', 'payments.export', 'money.read', 'analytics.read', 'disputes.read'],
  },
  {
    name: 'read-only',
    label: 'Read only',
    words: 'Sees everything and changes nothing.',
    permissions: CLIENT_PERMISSIONS.filter((permission) => permission.includes('.read')),
  },
  { name: 'everything', label: 'Everything', words: 'All that your role may do.', permissions: CLIENT_PERMISSIONS },
]

/** Permissions of a preset that may be granted. @param offered permissions of the user */
function permissionsOf({ permissions }: Preset, offered: readonly Permission[]): readonly Permission[] {
  return offered.filter((permission) => permissions.includes(permission))
}

/** Label of the preset with exactly these permissions. */
function presetLabel(permissions: readonly string[]): string | undefined {
  const isSame = (preset: Preset) =>
    preset.permissions.length === permissions.length && preset.permissions.every((one) => permissions.includes(one))
  return PRESETS.find(isSame)?.label
}

const permissionBoxes = boxes('permissions', CLIENT_PERMISSIONS)

export const PermissionFields = { ...permissionBoxes.schema, ...textFields('preset') }

/** Ticked permissions, and those of the chosen preset that the user may grant. */
export function chosenPermissions(caller: PersonCaller, form: Texts): readonly Permission[] {
  const ticked = permissionBoxes.chosenIn(form)
  const preset = PRESETS.find(({ name }) => name === form.preset)
  const granted = preset ? permissionsOf(preset, offeredTo(caller)) : []
  return CLIENT_PERMISSIONS.filter((one) => ticked.includes(one) || granted.includes(one))
}

const offeredTo = (caller: PersonCaller) => CLIENT_PERMISSIONS.filter((permission) => may(caller, permission))

/** Groups of the left column, about half of all permissions. */
const LEFT = 3

/** A choice of presets, which the script ticks in the boxes below it. */
export function permissionsField(caller: PersonCaller, shown: Shown): Html {
  const offered = offeredTo(caller)
  const ticked = permissionBoxes.chosenIn(shown.form)
  const usual = PRESETS.map((preset) => ({ ...preset, permissions: permissionsOf(preset, offered) }))
  const radio = (value: string, label: string, words: string, ticks: readonly Permission[]) =>
    html`<div><label class="check"><input type="radio" name="preset" value="${value}" data-ticks="${ticks.map((one) => `permissions.${one}`).join(' ')}"${(shown.form.preset ?? '') === value && html` checked`}>
<span>${label}<br><span class="hint">${words}</span></span></label></div>`
  const groups = PERMISSION_GROUPS.map(([subject, permissions]) => {
    const some = offered.filter((permission) => permissions.includes(permission))
    const content = permissionBoxes.of(some, ticked, labelOf)
    return some.length > 0 && html`<fieldset><legend class="eyebrow">${subject}</legend>${content}</fieldset>`
  })
  const content = html`<p class="hint">You can grant what your own role, ${sentenceCase(caller.role)}, allows.</p>
<div class="columns columns-even" data-presets>${usual.filter(({ permissions }) => permissions.length > 0).map(({ name, label, words, permissions }) => radio(name, label, words, permissions))}
${radio('', 'Custom', 'Only what is ticked below.', [])}</div>
<details class="fold" open><summary>Permissions one by one</summary>
<div class="columns columns-even"><div>${groups.slice(0, LEFT)}</div><div>${groups.slice(LEFT)}</div></div></details>`
  return permissionBoxes.fieldset('Permissions', content, shown)
}

function labelOf(permission: Permission): Html {
  return html`${permissionSentence(permission)} <code class="hint" translate="no">${permission}</code>`
}

/** A client's permissions in a word or two; null is all. */
export function permissionSummary(permissions: readonly string[] | null): string {
  if (permissions === null) return 'All'
  const subjects = PERMISSION_GROUPS.filter(([, ofSubject]) => ofSubject.some((one) => permissions.includes(one)))
  return presetLabel(permissions) ?? subjects.map(([subject]) => subject).join(', ')
}

export function permissionDetails(permissions: readonly string[] | null): Html | string {
  if (permissions === null) return 'All'
  return html`<details class="fold"><summary>${permissionSummary(permissions)}</summary>
<ul>${permissions.map((one) => html`<li>${labelOf(one as Permission)}</li>`)}</ul></details>`
}

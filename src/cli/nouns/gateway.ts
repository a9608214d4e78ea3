import { setTimeout as sleep } from 'node:timers/promises'
import { flag, integer, text } from '#app/config/kinds.ts'
import { openGroup } from '#app/open-group.ts'
import type { Connection } from '#client/connection.ts'
import { issueClient } from '#identity/issue-client.ts'
import type { Database } from '#store/connection/database.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { type CommandGroup, Failure } from '../command.ts'
import { noun, op } from '../op.ts'
import { withDatabase } from '../with-database.ts'

export const GATEWAY: readonly CommandGroup[] = [
  // docs/reference/tokens.md#wallet-tokens
  noun('wallet-key', 'Key pairs for tokens of the first wallet', {
    create: op('adminCreateWalletKey', {
      summary: 'Create a key pair; existing ones still decrypt tokens',
      only: [],
      note: 'Register the public key with the wallet. Retire the old pair when no tokens use it.',
    }),
    import: op('adminCreateWalletKey', {
      summary: 'Import a key pair already registered with the wallet',
      flags: { private_key: { isRequired: true } },
      fromFile: 'private_key',
      examples: ['wallet-key import --file wallet-key.pem'],
      note: 'The gateway stores the private key encrypted. Delete the file.',
    }),
    list: op('adminListWalletKeys', {
      summary: 'List the key pairs, newest first',
      columns: ['wallet_key_id', 'status', 'public_key', 'created_at'],
    }),
    show: op('adminShowWalletKey', { summary: 'Show a key pair' }),
    retire: op('adminRetireWalletKey'),
  }),
  // docs/reference/admin.md#keys
  noun('keys', 'Master key and encrypted data', {
    rotate: op('adminRotateKeys', {
      summary: 'Re-encrypt secrets with the current MASTER_KEY and stored cards with new data keys',
      options: [
        { flags: '--no-wait', field: 'wait', kind: flag, description: 'return without waiting (see "keys show")' },
      ],
      unsent: 'wait',
      finish: (answer, connection, { wait }) => (wait === false ? answer : waitUntilRotated(connection)),
      examples: ['keys rotate', 'keys rotate --no-wait --json'],
    }),
    show: op('adminShowKeys', { summary: 'Show the master key in use, data under other keys and rotation progress' }),
    split: {
      summary: 'Split a new master key into shares for several people, shown one after the other or written to files',
      options: [
        {
          flags: '--shares <number>',
          field: 'shares',
          kind: integer(2, 9),
          description: 'number of shares (default 2)',
        },
        { flags: '--present', field: 'present', kind: flag, description: 'split the master key in use' },
        { flags: '--into <folder>', field: 'into', kind: text, description: 'folder for a file of each share' },
      ],
      run: async (input) => (await import('../split-key.ts')).splitMasterKey(input),
      examples: ['keys split --shares 2', 'keys split --present --into ~/shares'],
      note: 'All shares together are the key: set MASTER_KEY_FILE to their files, separated by commas.',
    },
    derive: {
      summary: 'Print the keys for a dashboard alone (PROCESSES=dashboard), derived from MASTER_KEY',
      run: async () => (await import('../derive-keys.ts')).deriveKeys(),
      line: (keys) =>
        Object.entries(keys as object)
          .map(([name, key]) => `${name}=${key}`)
          .join('\n'),
      examples: ['keys derive'],
      note: 'They decrypt no card. Set them only where the dashboard runs.',
    },
    own: op('showKeys', { summary: 'Show your client ID, client key and public keys (merchant)' }),
  }),
  // docs/reference/admin.md#audit-log
  noun('audit-log', 'Audit log of changes', {
    list: op('adminListAuditLog', {
      summary: 'List admin changes, newest first',
      flags: { merchant_id: { description: 'merchant ID (default: all merchants)' } },
      columns: ['created_at', 'actor', 'action', 'subject', 'changes'],
      examples: ['audit-log list --merchant <merchant_id>'],
    }),
    own: op('listAuditLog', {
      summary: 'List changes to a merchant (merchant)',
      columns: ['created_at', 'actor', 'actor_kind', 'ip', 'action', 'subject', 'changes'],
      examples: ['audit-log own --action webhook-endpoint.secret-rotated'],
    }),
  }),
  // docs/reference/admin.md#system
  noun('system', 'System status', {
    show: op('showSystem', {
      summary: 'Show queues, overdue work and the last ledger verification',
      examples: ['system show', 'system show --json'],
    }),
  }),
  // docs/reference/running.md#the-command
  noun('operator', 'Operators: clients of the admin API', {
    create: {
      summary: 'Create an operator directly in the database',
      run: () => withDatabase(createOperator),
      examples: ['operator create', 'operator create --json > operator.json'],
      note: 'You will not see the client secret again. Use both as TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET.',
    },
  }),
  // docs/reference/admin.md#people
  noun('person', 'Dashboard users: invitations, access, password resets', {
    invite: op('invitePerson', {
      summary: 'Invite a user; prints a one-time link valid for 7 days',
      flags: { merchant_id: { description: 'merchant ID; omit for platform roles' } },
      examples: ['person invite --email ana@shop.example --role owner --merchant <merchant_id>'],
    }),
    list: op('listPeople', {
      summary: 'List the users of a merchant, or the operators',
      flags: { merchant_id: { description: 'merchant ID (default: the operators)' } },
      examples: ['person list --merchant <merchant_id>'],
    }),
    withdraw: op('withdrawInvitation', { id: 'invitation_id' }),
    disable: op('disablePerson'),
    enable: op('enablePerson'),
    reset: op('resetPerson', { summary: 'Reset a password; prints a one-time link valid for 1 hour' }),
    'remove-factors': op('removePersonFactors', {
      summary: "Remove a user's password, second factors and sessions; prints a reset link",
    }),
  }),
]

const POLL_MILLISECONDS = 1000
/** Work without progress for this long needs an operator. */
const STALL_MILLISECONDS = 120_000

/** Polls until nothing is left. @throws Failure where there is no progress */
async function waitUntilRotated(connection: Connection): Promise<unknown> {
  let least = Number.POSITIVE_INFINITY
  for (let since = Date.now(); Date.now() - since < STALL_MILLISECONDS; await sleep(POLL_MILLISECONDS)) {
    const answer = await connection.call<Keys>('GET', '/admin/keys', {})
    const left = remaining(answer)
    if (left === 0) return answer
    if (left < least) [least, since] = [left, Date.now()]
  }
  throw new Failure(`No progress for 2 minutes with ${least} left. Check that the worker runs, and its log.`)
}

/** Progress of a rotation. */
interface Keys {
  readonly rotation: { readonly completed_at: string | null } | null
  readonly under_another_key: Readonly<Record<string, number>>
  readonly data_keys: { readonly retired: number }
  readonly cards_to_move: number
}

/** @throws Failure where the rotation is complete and values are still under another key */
function remaining({ rotation, under_another_key, data_keys, cards_to_move }: Keys): number {
  const foreign = Object.values(under_another_key).reduce((sum, count) => sum + count, 0)
  if (rotation?.completed_at == null) return 1 + foreign + cards_to_move + data_keys.retired
  if (foreign > 0) throw new Failure(leftBehind(foreign))
  return cards_to_move + data_keys.retired
}

function leftBehind(foreign: number): string {
  return `The rotation is complete, but values encrypted with another master key remain (${foreign}). Keep MASTER_KEY_PREVIOUS, give every process the same MASTER_KEY, rotate again and check the worker's log.`
}

/** The first operator cannot have a token yet; access to the database is what authorizes this command. */
const ACTOR = 'tollgate operator create'

async function createOperator(database: Database): Promise<unknown> {
  await openGroup(database, undefined)
  const { clientId, clientSecret } = await database.begin(async (sql) => {
    const client = await issueClient(sql, { merchantId: null, scopes: ['operator'] })
    const entry = { actor: ACTOR, action: 'operator.created' as const, merchantId: null, subject: client.clientId }
    await insertAuditEntry(sql, entry)
    return client
  })
  return { client_id: clientId, client_secret: clientSecret.reveal() }
}

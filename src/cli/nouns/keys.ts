import { flag } from '#app/config/kinds.ts'
import { type CommandGroup, Failure } from '../command.ts'

/** The part of the gateway's answer that tells how far a rotation is. */
interface Keys {
  readonly rotation: { readonly completed_at: string | null } | null
  readonly under_another_key: Readonly<Record<string, number>>
  readonly data_keys: { readonly retired: number }
  readonly cards_to_move: number
}

/** The master key and what is under it (docs/reference/admin.md#keys). */
export const keys: CommandGroup = {
  name: 'keys',
  summary: 'Master key and encrypted data',
  commands: [
    {
      verb: 'rotate',
      summary: 'Re-encrypt secrets with the current MASTER_KEY and stored cards with new data keys',
      method: 'POST',
      asOperator: '/admin/keys/rotate',
      options: [
        { flags: '--no-wait', field: 'wait', kind: flag, description: 'return without waiting (see "keys show")' },
      ],
      waitFor: { unlessOff: 'wait', show: '/admin/keys', remaining },
      examples: ['keys rotate', 'keys rotate --no-wait --json'],
    },
    {
      verb: 'show',
      summary: 'Show the master key in use, data under other keys and rotation progress',
      method: 'GET',
      asOperator: '/admin/keys',
      examples: ['keys show'],
    },
    {
      verb: 'own',
      summary: 'Show your client ID, client key and public keys (merchant)',
      method: 'GET',
      asMerchant: '/api/keys',
      examples: ['keys own'],
    },
  ],
}

/** @throws Failure where the rotation is complete and values are still under another key */
function remaining(answer: unknown): number {
  const { rotation, under_another_key, data_keys, cards_to_move } = answer as Keys
  const foreign = Object.values(under_another_key).reduce((sum, count) => sum + count, 0)
  if (rotation?.completed_at == null) return 1 + foreign + cards_to_move + data_keys.retired
  if (foreign > 0) throw new Failure(leftBehind(foreign))
  return cards_to_move + data_keys.retired
}

function leftBehind(foreign: number): string {
  return `The rotation is complete, but values encrypted with another master key remain (${foreign}). Keep MASTER_KEY_PREVIOUS, give every process the same MASTER_KEY, rotate again and check the worker's log.`
}

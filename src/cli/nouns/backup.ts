import { flag } from '#app/config/kinds.ts'
import type { Input, LocalCommand, Option } from '../command.ts'

// Copies of the database and the way back (docs/operate/backups.md). What they need is much to load for other commands.

const UNSIGNED: readonly Option[] = [
  {
    flags: '--unsigned',
    field: 'unsigned',
    kind: flag,
    why: 'take a file that no master key vouches for, as releases before wrote them',
  },
]

const fileOf = (input: Input) => String(input.file)

/** Takes a backup. */
export const backup: LocalCommand = {
  verb: 'backup',
  summary: 'Write everything in the database to a file, as of one moment and while payments go on',
  args: ['file'],
  run: async (input) => (await import('../backup/back-up.ts')).backUp(fileOf(input)),
  examples: ['backup tollgate-2026-11-01.backup'],
  note: 'It opens under the present master key only, which is not in it: keep both, in two places.',
}

/** Puts one back. */
export const restore: LocalCommand = {
  verb: 'restore',
  summary: 'Put a backup into an empty database, all of it or nothing; the next start brings it up to date',
  args: ['file'],
  options: UNSIGNED,
  run: async (input) => (await import('../backup/restore.ts')).restore(fileOf(input), input.unsigned === true),
  examples: ['restore tollgate-2026-11-01.backup'],
  note: 'Start the gateway, then prove the ledger with "ledger verify".',
}

/** Tries one out. */
export const verifyBackup: LocalCommand = {
  verb: 'verify-backup',
  summary: 'Restore a backup into a database for the moment and prove its ledger; ends with 1 where it is not whole',
  args: ['file'],
  options: UNSIGNED,
  run: async (input) =>
    (await import('../backup/verify-backup.ts')).verifyBackup(fileOf(input), input.unsigned === true),
  isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
  examples: ['verify-backup tollgate-2026-11-01.backup'],
}

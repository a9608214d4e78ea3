import { existsSync } from 'node:fs'
import { flag } from '#app/config/kinds.ts'
import { Failure, type Input, type LocalCommand, type Option } from '../command.ts'

// Copies of the database and the way back (docs/operate/backups.md). What they need is much to load for other commands.

const UNSIGNED: readonly Option[] = [
  {
    flags: '--unsigned',
    field: 'unsigned',
    kind: flag,
    description: 'accept a file without a signature, as written by older releases',
  },
]

const fileOf = (input: Input) => String(input.file)

/** @throws Failure before anything is started for a file that does not exist */
function existingFileOf(input: Input): string {
  const file = fileOf(input)
  if (!existsSync(file)) throw new Failure(`${file} does not exist. Enter the path of a backup.`)
  return file
}

export const backup: LocalCommand = {
  verb: 'backup',
  summary: 'Write a consistent snapshot of the database to a file, without downtime',
  args: ['file'],
  run: async (input) => (await import('../backup/back-up.ts')).backUp(fileOf(input)),
  examples: ['backup tollgate-2026-11-01.backup'],
  note: 'It does not contain the master key that decrypts it. Store both, in two places.',
}

export const restore: LocalCommand = {
  verb: 'restore',
  summary: 'Restore a backup into an empty database, all or nothing; the next start migrates it',
  args: ['file'],
  options: UNSIGNED,
  run: async (input) => (await import('../backup/restore.ts')).restore(existingFileOf(input), input.unsigned === true),
  examples: ['restore tollgate-2026-11-01.backup'],
  note: 'Start the gateway, then verify the ledger with "ledger verify".',
}

export const verifyBackup: LocalCommand = {
  verb: 'verify-backup',
  summary: 'Restore into a temporary database and verify the ledger; exits with 1 on a problem',
  args: ['file'],
  options: UNSIGNED,
  run: async (input) =>
    (await import('../backup/verify-backup.ts')).verifyBackup(existingFileOf(input), input.unsigned === true),
  isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
  examples: ['verify-backup tollgate-2026-11-01.backup'],
}

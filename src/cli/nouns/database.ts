import { existsSync } from 'node:fs'
import { flag } from '#app/config/kinds.ts'
import { type Command, type CommandGroup, Failure, type Input, type Option } from '../command.ts'
import { noun } from '../op.ts'
import { migrateDatabase } from '../with-database.ts'
import { doctor } from './doctor.ts'

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

/** Commands that need the database and no running gateway. What they load is much, so it is loaded when they run. */
export const DATABASE: readonly (CommandGroup | Command)[] = [
  // docs/reference/running.md#the-command
  {
    verb: 'migrate',
    summary: 'Migrate the database; npm start does it too',
    run: async () => ({ applied: await migrateDatabase() }),
    examples: ['migrate'],
  },
  // docs/operate/backups.md
  {
    verb: 'backup',
    summary: 'Write a consistent snapshot of the database to a file, without downtime',
    args: ['file'],
    run: async (input) => (await import('../backup/back-up.ts')).backUp(fileOf(input)),
    examples: ['backup tollgate-2026-11-01.backup'],
    note: 'It does not contain the master key that decrypts it. Store both, in two places.',
  },
  {
    verb: 'restore',
    summary: 'Restore a backup into an empty database, all or nothing; the next start migrates it',
    args: ['file'],
    options: UNSIGNED,
    run: async (input) =>
      (await import('../backup/restore.ts')).restore(existingFileOf(input), input.unsigned === true),
    examples: ['restore tollgate-2026-11-01.backup'],
    note: 'Start the gateway, then verify the ledger with "ledger verify".',
  },
  {
    verb: 'verify-backup',
    summary: 'Restore into a temporary database and verify the ledger; exits with 1 on a problem',
    args: ['file'],
    options: UNSIGNED,
    run: async (input) =>
      (await import('../backup/verify-backup.ts')).verifyBackup(existingFileOf(input), input.unsigned === true),
    isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
    examples: ['verify-backup tollgate-2026-11-01.backup'],
  },
  // docs/operate/retention.md
  noun('archive', 'Rows archived to files', {
    restore: {
      summary: 'Restore the missing rows of an archived file to the database',
      args: ['file'],
      run: async (input) => (await import('../archive/restore-archive.ts')).restoreArchive(fileOf(input)),
      examples: ['archive restore archive/events/2025-10/events-2025-10-03-0a1b2c3d.jsonl.gz'],
    },
    erase: {
      summary: 'Rewrite archived files without the personal data of what was erased',
      args: ['path'],
      run: async ({ path }) => (await import('../archive/erase-archive.ts')).eraseArchive(String(path)),
      examples: ['archive erase archive', 'archive erase archive/events/2025-10/events-2025-10-03-0a1b2c3d.jsonl.gz'],
    },
  }),
  // docs/reference/rules.md#countries-of-cards
  noun('bins', 'Countries of cards, for rules with card_country', {
    import: {
      summary: 'Replace the table of BINs and countries by a CSV file',
      args: ['file'],
      run: async (input) => (await import('../import-bins.ts')).importBins(fileOf(input)),
      examples: ['bins import bins.csv'],
    },
  }),
  doctor,
]

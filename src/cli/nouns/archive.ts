import type { CommandGroup } from '../command.ts'

/** What has left the database (docs/operate/retention.md). */
export const archive: CommandGroup = {
  name: 'archive',
  summary: 'Rows archived to files',
  commands: [
    {
      verb: 'restore',
      summary: 'Restore the missing rows of an archived file to the database',
      args: ['file'],
      run: async ({ file }) => (await import('../archive/restore-archive.ts')).restoreArchive(String(file)),
      examples: ['archive restore archive/events/2025-10/events-2025-10-03-0a1b2c3d.jsonl.gz'],
    },
    {
      verb: 'erase',
      summary: 'Rewrite archived files without the personal data of what was erased',
      args: ['path'],
      run: async ({ path }) => (await import('../archive/erase-archive.ts')).eraseArchive(String(path)),
      examples: ['archive erase archive', 'archive erase archive/events/2025-10/events-2025-10-03-0a1b2c3d.jsonl.gz'],
    },
  ],
}

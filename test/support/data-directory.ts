import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Room for the write-ahead log, which is kept near two gigabytes, and for hundreds of databases of 12 MB. */
const ENOUGH_BYTES = 6 * 2 ** 30

/**
 * A new directory for a database, in memory where there is plenty: a database is a thousand files, and on some disks
 * each takes a millisecond to make.
 */
export async function newDataDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join((await isRoomInMemory()) ? MEMORY : tmpdir(), prefix))
  // The database server may run under another user, who has to get in.
  await chmod(directory, 0o755)
  return directory
}

async function isRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, process.availableMemory()) > ENOUGH_BYTES
}

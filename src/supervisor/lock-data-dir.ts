import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Maximum of `sun_path` on every system; a directory with a longer path is not locked. */
const LONGEST_SOCKET_PATH = 103

/**
 * Locks a DATA_DIR for one gateway by a listening socket, released with its process; without a listener it is a
 * leftover.
 * @returns unlocks the directory @throws if another gateway runs on it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'gateway.sock')
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) return () => undefined
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  if (await isAnswered(path)) {
    throw new Error(`another Tollgate runs on ${dataDir}. Stop it, or choose another DATA_DIR.`)
  }
  await rm(path, { force: true })
  const server = createServer((socket) => socket.end())
  await listen(server, path)
  return () => void server.close()
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function listen(server: Server, path: string): Promise<void> {
  await once(server.listen(path), 'listening')
  server.unref()
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { withConnection } from '#store/connection/database.ts'
import type { BareTask } from './work.ts'

const SERVER = join(import.meta.dirname, 'server.ts')

/**
 * Starts the bare server in a process of its own, as the API is, and stops it afterwards.
 * @param connections requests in flight at most
 * @param act gets what sends one request, answered when its commits are on the disk
 */
export function withBareServer<T>(
  task: BareTask,
  connections: number,
  act: (attempt: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return withConnection(task.url, 'bench', async (sql) => {
    await sql`create table if not exists bench_rows (content text not null)`
    const child = fork(SERVER, [JSON.stringify(task)])
    const port = await portOf(child)
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
    try {
      return await act(() => ask(pool))
    } finally {
      await pool.close()
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
      await sql`drop table bench_rows`
    }
  })
}

/** @throws when it ends before it listens */
async function portOf(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The bare server ended with ${code} while starting.`)
  })
  const [port] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
  return port
}

async function ask(pool: Pool): Promise<void> {
  const { body } = await pool.request({ method: 'POST', path: '/' })
  await body.dump()
}

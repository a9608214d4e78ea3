import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newDataDirectory } from '#test/data-directory.ts'
import { eventually } from '#test/eventually.ts'
import type { Demo } from '#test/gateway-process.ts'
import { freePort } from '#test/ports.ts'

const START_SECONDS = 100

/** A gateway in processes of its own on a DATA_DIR of its own, that tests may kill and start again. */
export interface RestartableGateway {
  readonly baseUrl: string
  readonly dataDir: string
  /** Everything its processes wrote to stdout and stderr so far. */
  output(): string
  demo(): Promise<Demo>
  /** Process id of the supervisor. */
  supervisor(): number
  /** Process ids of the API processes or of the worker, as they are at this moment. */
  servants(role: 'api' | 'worker'): readonly number[]
  /** Kills the API processes and the worker together, but not the supervisor. */
  killServants(): void
  /** Kills all our processes immediately, the supervisor first; the database is no child process and continues. */
  killEverything(): Promise<void>
  /** Kills the database server with every session: none can finish what it had begun. */
  killDatabase(): Promise<void>
  /** @param changes of its environment, which stay */
  start(changes?: Readonly<Record<string, string>>): Promise<void>
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
  /** Stops and removes its DATA_DIR. */
  close(): Promise<void>
}

/**
 * @param env with its `PORT` where it must be a certain one
 * @param nodeArgs options of Node, for every process
 * @param sources of which release
 */
export async function openRestartableGateway(
  env: Record<string, string>,
  nodeArgs: readonly string[] = [],
  sources = process.cwd(),
): Promise<RestartableGateway> {
  const dataDir = await newDataDirectory('tollgate-restartable-')
  const port = env.PORT ?? (await freePort())
  const baseUrl = `http://127.0.0.1:${port}`
  // Of the surroundings hardly anything: a test runner sets variables of its own, BASE_URL among them.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const settings = { DATA_DIR: dataDir, PORT: String(port), SHOP_PORT: 'off', DEMO_HISTORY: 'off' }
  const own: Record<string, string> = { ...settings, ...env }
  const output: string[] = []
  let child: ChildProcess | undefined

  const start: RestartableGateway['start'] = async (changes = {}) => {
    Object.assign(own, changes)
    child = spawn(process.execPath, [...nodeArgs, 'src/main.ts'], {
      cwd: sources,
      env: { PATH, NODE_COMPILE_CACHE, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout!.on('data', (text: Buffer) => output.push(text.toString()))
    child.stderr!.on('data', (text: Buffer) => output.push(text.toString()))
    const before = output.length
    const isStarted = () => output.slice(before).join('').includes('Tollgate is ready')
    await isReady(baseUrl, child, isStarted).catch((error: Error) => {
      throw new Error(`${error.message}\n${output.join('')}`)
    })
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const close = async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await start().catch(async (error: Error) => {
    await close()
    throw error
  })
  return {
    baseUrl,
    dataDir,
    output: () => output.join(''),
    demo: async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')),
    supervisor: () => child!.pid!,
    servants: (role) => childrenOf(child!.pid!, role),
    killServants: () => kill(childrenOf(child!.pid!)),
    async killEverything() {
      const ended = once(child!, 'exit')
      kill([child!.pid!, ...childrenOf(child!.pid!)])
      await ended
    },
    async killDatabase() {
      const lock = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
      const server = Number(lock.split('\n')[0])
      kill([server, ...processes().flatMap(({ pid, parent }) => (parent === server ? [pid] : []))])
    },
    start,
    stop,
    close,
  }
}

/** A process that answers is not all: one that dies while others still start takes all of them with it. */
async function isReady(baseUrl: string, child: ChildProcess, isStarted: () => boolean): Promise<void> {
  await eventually('the gateway to be ready', START_SECONDS, async () => {
    if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode} instead of starting.`)
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => undefined)
    return answer?.ok && isStarted()
  })
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // It has exited meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function childrenOf(supervisor: number, role = ''): number[] {
  const ours = processes().filter(
    ({ parent, args }) =>
      parent === supervisor && args.some((arg) => arg.endsWith('child.ts')) && args.at(-1)!.endsWith(role),
  )
  return ours.map(({ pid }) => pid)
}

function processes(): { readonly pid: number; readonly parent: number; readonly args: readonly string[] }[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return table.split('\n').map((row) => {
    const [pid, parent, ...args] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), args }
  })
}

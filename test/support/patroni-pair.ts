import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createDatabase } from '../../src/store/schema/create-database.ts'
import { eventually } from './eventually.ts'
import { freePort } from './ports.ts'
import type { ReplicatedPostgres } from './postgres-pair.ts'
import { findInstallation, type Installation, killServer, serverDirectory } from './postgres-server.ts'

/** Files in docs/operate/high-availability.md#patroni-and-etcd. */
const [PATRONI_FILE, HAPROXY_FILE] = [resolve('deploy/patroni/patroni.yml'), resolve('deploy/patroni/haproxy.cfg')]
/** Of the system: Patroni takes pg_basebackup and pg_rewind, which the packages do not bring. */
const BINARIES = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'
/** HAProxy may be outside the PATH of ordinary users. */
const PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)
const NAME = 'tollgate'
const PASSWORD = 'of-a-cluster-for-tests'
const PATIENCE_SECONDS = 120

/** Killed part: the primary's PostgreSQL alone, or its Patroni too, as when the machine is lost. */
export type Loss = 'server' | 'machine'

interface Node {
  readonly name: string
  readonly address: string
  readonly directory: string
  patroni?: ChildProcess
}

/** True if Patroni, etcd, HAProxy and a PostgreSQL of the system are here. */
export function hasPatroni(): boolean {
  const isThere = (program: string) => PATH.split(delimiter).some((each) => existsSync(join(each, program)))
  return existsSync(join(BINARIES, 'pg_rewind')) && ['patroni', 'etcd', 'haproxy'].every(isThere)
}

/**
 * Two nodes of Patroni with one etcd, and HAProxy before them, by the files in `deploy/patroni` as they are. Each node has
 * an address of its own on this machine, of which Linux has a whole net, and so the ports that the files name.
 */
export async function openPatroniPair(loss: Loss): Promise<ReplicatedPostgres> {
  const installation = await findInstallation(BINARIES)
  const { user } = installation
  const home = await mkdtemp(join(tmpdir(), 'tollgate-patroni-'))
  if (user) await chown(home, user.uid, user.gid)
  const launch: Launch = (program, args, env = {}) =>
    spawn(program, args, { ...user, cwd: home, env: { PATH, ...env }, stdio: 'ignore' })
  const [port, nodes] = await Promise.all([freePort(), makeNodes(home, installation)])
  const etcd = await startEtcd(launch, await serverDirectory(join(home, 'etcd'), installation))
  const [DB1, DB2] = nodes.map(({ address }) => address)
  const haproxy = launch('haproxy', ['-db', '-f', HAPROXY_FILE], { LISTEN: `127.0.0.1:${port}`, DB1: DB1!, DB2: DB2! })
  const startNode = (node: Node) => {
    node.patroni = launch('patroni', [PATRONI_FILE], environmentOf(node, etcd.address))
  }
  const url = (database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`

  async function close(): Promise<void> {
    // Patroni takes its server along, and needs etcd for that.
    await Promise.all(nodes.map(({ patroni }) => end(patroni!, 'SIGTERM')))
    await Promise.all([haproxy, etcd.process].map((each) => end(each, 'SIGKILL')))
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }

  nodes.forEach(startNode)
  try {
    await eventually('a primary', PATIENCE_SECONDS, () => findBy(nodes, '/primary'))
    await eventually('HAProxy to lead there', PATIENCE_SECONDS, () =>
      createDatabase(url('postgres'), NAME).then(
        () => true,
        () => false,
      ),
    )
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: url(NAME),
    version: installation.majorVersion,
    async addStandby() {
      for (const node of nodes) if (!isRunning(node.patroni!)) startNode(node)
      await eventually('a synchronous standby', PATIENCE_SECONDS, () => findBy(nodes, '/synchronous'))
    },
    async failOver() {
      const dead = (await findBy(nodes, '/primary'))!
      const killedAt = Date.now()
      if (loss === 'machine') dead.patroni!.kill('SIGKILL')
      killServer(dead.directory)
      const others = nodes.filter((node) => node !== dead)
      await eventually('the standby to take over', PATIENCE_SECONDS, () => findBy(others, '/primary'))
      return { killedAt, promotedAt: Date.now() }
    },
    close,
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return
  child.kill(signal)
  await once(child, 'exit')
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

type Launch = (program: string, args: readonly string[], env?: Readonly<Record<string, string>>) => ChildProcess

function makeNodes(home: string, installation: Installation): Promise<Node[]> {
  const net = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const nodes = ['db1', 'db2'].map(async (name, index) => {
    const directory = await serverDirectory(join(home, name), installation)
    return { name, address: `${net}.${index + 1}`, directory }
  })
  return Promise.all(nodes)
}

async function startEtcd(launch: Launch, directory: string): Promise<{ process: ChildProcess; address: string }> {
  const [address, peer] = [`127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const process = launch('etcd', [
    ...['--data-dir', directory, '--initial-cluster', `default=${peer}`],
    ...['--listen-client-urls', `http://${address}`, '--advertise-client-urls', `http://${address}`],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
  ])
  return { process, address }
}

function environmentOf({ name, address, directory }: Node, etcd: string): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: directory,
    PATRONI_POSTGRESQL_BIN_DIR: BINARIES,
    PATRONI_POSTGRESQL_PGPASS: `${directory}.pgpass`,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
  }
}

/** The first node that answers so at Patroni's REST API. */
async function findBy(nodes: readonly Node[], path: string): Promise<Node | undefined> {
  for (const node of nodes) {
    const answer = await fetch(`http://${node.address}:8008${path}`).catch(() => undefined)
    if (answer?.ok) return node
  }
  return undefined
}

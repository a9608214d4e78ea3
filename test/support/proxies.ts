import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { eventually } from './eventually.ts'

/** Folders of the programs, some of which are not in every PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)

/** Start of each proxy of deploy/proxies without certificates, at the port of a test. */
const PROXIES = {
  nginx: {
    file: 'nginx.conf',
    args: (file: string, home: string) => ['-p', home, '-c', file, '-e', 'stderr'],
    plain: (text: string, port: number) => {
      const http = text.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`).replace(/^ {2}ssl_.*\n/gm, '')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp;`)
      return `daemon off; pid nginx.pid; events {} http { access_log off; ${temporary.join(' ')}\n${http}}`
    },
  },
  haproxy: {
    file: 'haproxy.cfg',
    args: (file: string) => ['-db', '-q', '-f', file],
    plain: (text: string, port: number) => text.replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port}`),
  },
  caddy: {
    file: 'Caddyfile',
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    plain: (text: string, port: number) =>
      `{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${text.replace('pay.example.com', `http://127.0.0.1:${port}`)}`,
  },
}

/** A proxy that operators are shown how to set up. */
export type ProxyName = keyof typeof PROXIES

export function hasProxy(name: ProxyName): boolean {
  return PATH.split(delimiter).some((directory) => existsSync(join(directory, name)))
}

/**
 * Starts a proxy by its file in deploy/proxies, and waits until it leads somewhere.
 * @param gateways two addresses such as `127.0.0.1:3000`
 * @returns ends it
 */
export async function openProxy(
  name: ProxyName,
  port: number,
  gateways: readonly [string, string],
): Promise<() => Promise<void>> {
  const { file, args, plain } = PROXIES[name]
  const home = await mkdtemp(join(tmpdir(), `tollgate-${name}-`))
  await mkdir(join(home, 'temp'))
  const text = await readFile(new URL(`../../deploy/proxies/${file}`, import.meta.url), 'utf8')
  const led = text.replaceAll('10.0.0.1:3000', gateways[0]).replaceAll('10.0.0.2:3000', gateways[1])
  const path = join(home, file)
  await writeFile(path, plain(led, port))
  const env = { PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const child = spawn(name, args(path, home), { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const close = async () => {
    await end(child)
    await rm(home, { recursive: true, force: true })
  }
  const leads = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(`${name} to lead somewhere`, 30, leads).catch(async (error) => {
    await close()
    throw error
  })
  return close
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

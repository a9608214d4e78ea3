import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { eventually } from './eventually.ts'
import { openMarionette } from './marionette.ts'
import { freePort } from './ports.ts'
import { openWire, WebDriver } from './web-driver.ts'

/** In a group of its own, which `stop` ends. */
const QUIET = { stdio: 'ignore', detached: true } as const

/** A browser of the system with its driver. */
export interface OtherBrowser {
  readonly driver: WebDriver
  close(): Promise<void>
}

/** How each browser is started; undefined if the machine does not have it. */
export const OTHER_BROWSERS = { Firefox: startFirefox, WebKitGTK: startWebKit } as const

async function startFirefox(): Promise<OtherBrowser | undefined> {
  const binary = inPath('firefox-esr') ?? inPath('firefox')
  if (!binary) return undefined
  const [profile, port] = await Promise.all([mkdtemp(join(tmpdir(), 'tollgate-firefox-')), freePort()])
  const preferences = { 'marionette.port': port, 'intl.accept_languages': 'en-US' }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  await writeFile(join(profile, 'user.js'), lines)
  const browser = spawn(binary, ['--headless', '--marionette', '--no-remote', '--profile', profile], QUIET)
  const close = async () => {
    stop(browser)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const open = () => openMarionette(port).catch(() => undefined)
    const driver = new WebDriver(await eventually('Firefox listens', 60, open))
    return { driver, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** MiniBrowser has no mode without a display. */
async function startWebKit(): Promise<OtherBrowser | undefined> {
  const [binary] = globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.1/MiniBrowser')
  const [webDriver, xvfb] = [inPath('WebKitWebDriver'), inPath('Xvfb')]
  if (!binary || !webDriver || !xvfb) return undefined
  const screen = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'])
  const display = await new Promise<string>((give) =>
    screen.stdout.once('data', (text) => give(`:${String(text).trim()}`)),
  )
  const env = { DISPLAY: display, LANG: 'en_US.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' }
  const options = { binary, args: ['--automation'] }
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }
  try {
    const { driver, close } = await start(webDriver, capabilities, env)
    return { driver, close: () => close().finally(() => screen.kill()) }
  } catch (error) {
    screen.kill()
    throw error
  }
}

async function start(program: string, capabilities: object, env = {}): Promise<OtherBrowser> {
  const port = await freePort()
  const server = spawn(program, [`--port=${port}`], { ...QUIET, env: { ...process.env, ...env } })
  const url = `http://127.0.0.1:${port}`
  try {
    await eventually(`${program} listens`, 30, () => fetch(`${url}/status`).catch(() => undefined))
    const driver = new WebDriver(await openWire(url, capabilities))
    return { driver, close: () => driver.close().finally(() => stop(server)) }
  } catch (error) {
    stop(server)
    throw error
  }
}

/** Ends the driver and the browser that it started. */
function stop({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function inPath(program: string): string | undefined {
  const candidates = process.env.PATH!.split(delimiter).map((directory) => join(directory, program))
  return candidates.find((path) => existsSync(path))
}

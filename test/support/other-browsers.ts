import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './ports.ts'
import { WebDriver } from './web-driver.ts'

/** A browser of the system with its driver. */
export interface OtherBrowser {
  readonly driver: WebDriver
  close(): Promise<void>
}

/** How each browser is started; undefined if the machine does not have it. */
export const OTHER_BROWSERS = { Firefox: startFirefox, WebKitGTK: startWebKit } as const

async function startFirefox(): Promise<OtherBrowser | undefined> {
  const binary = inPath('firefox-esr') ?? inPath('firefox')
  const geckodriver = inPath('geckodriver')
  if (!binary || !geckodriver) return undefined
  const options = { binary, args: ['-headless'], prefs: { 'intl.accept_languages': 'en-US' } }
  return start(geckodriver, { browserName: 'firefox', 'moz:firefoxOptions': options })
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
  const { driver, close } = await start(webDriver, capabilities, env)
  return { driver, close: () => close().finally(() => screen.kill()) }
}

async function start(program: string, capabilities: object, env = {}): Promise<OtherBrowser> {
  const port = await freePort()
  const options = { env: { ...process.env, ...env }, stdio: 'ignore', detached: true } as const
  const server = spawn(program, [`--port=${port}`], options)
  const url = `http://127.0.0.1:${port}`
  try {
    await eventually(`${program} listens`, 30, () => fetch(`${url}/status`).catch(() => undefined))
    const driver = await WebDriver.open(url, capabilities)
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

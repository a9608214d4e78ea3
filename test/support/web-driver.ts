import { setTimeout as sleep } from 'node:timers/promises'

/** Longest wait of a test for a page, as for the tests in Chromium. */
const PATIENCE_MS = 30_000
const POLL_MS = 100
/** Name of an element's reference in the protocol. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** The Enter key in the protocol. */
export const ENTER = '\uE007'

type Reference = Readonly<Record<typeof ELEMENT, string>>

/** Commands of the W3C's WebDriver protocol that tests use, with their places in its HTTP form. */
const ROUTES = {
  Navigate: ['POST', '/url'],
  GetCurrentURL: ['GET', '/url'],
  FindElements: ['POST', '/elements'],
  IsElementDisplayed: ['GET', '/element/{id}/displayed'],
  ElementClick: ['POST', '/element/{id}/click'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  GetElementText: ['GET', '/element/{id}/text'],
  GetElementRect: ['GET', '/element/{id}/rect'],
  SwitchToFrame: ['POST', '/frame'],
  DeleteSession: ['DELETE', ''],
} as const

/** Sends a command to a browser, and returns its result. `id` names an element. */
export type Wire = (command: keyof typeof ROUTES, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>

/** Opens a browser by a driver that speaks HTTP. @param capabilities what it has to start */
export async function openWire(driverUrl: string, capabilities: object): Promise<Wire> {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = (await send(`${driverUrl}/session`, 'POST', body)) as { sessionId: string }
  return (command, { id, frame, ...rest }) => {
    const [method, path] = ROUTES[command]
    const body = frame === undefined ? rest : { id: frame && { [ELEMENT]: frame } }
    const url = `${driverUrl}/session/${sessionId}${path.replace('{id}', String(id))}`
    return send(url, method, method === 'POST' ? body : undefined)
  }
}

/** A browser that is driven by WebDriver. Elements are found by CSS, and waited for. */
export class WebDriver {
  readonly #send: Wire

  constructor(wire: Wire) {
    this.#send = wire
  }

  async goto(url: string): Promise<void> {
    await this.#send('Navigate', { url })
  }

  async url(): Promise<string> {
    return String(await this.#send('GetCurrentURL', {}))
  }

  /** Presses an element, again if it moved or was replaced meanwhile. */
  async click(css: string): Promise<void> {
    await this.#until(`press ${css}`, async () => {
      await this.#send('ElementClick', { id: await this.#find(css) })
      return true
    })
  }

  /** Presses an element, and types at the end of what it has. WebKit does not focus an element of a frame otherwise. */
  async type(css: string, text: string): Promise<void> {
    await this.click(css)
    await this.#until(`type into ${css}`, async () => {
      await this.#send('ElementSendKeys', { id: await this.#find(css), text })
      return true
    })
  }

  /** Height in pixels of a page. */
  async height(css: string): Promise<number> {
    return this.#until(css, async () => {
      const { height } = (await this.#send('GetElementRect', { id: await this.#find(css) })) as { height: number }
      return height
    })
  }

  /** Waits until an element is there. */
  async sees(css: string): Promise<void> {
    await this.#until(css, () => this.#find(css))
  }

  /** Waits for a URL that begins so. */
  async arrives(url: string): Promise<void> {
    await this.#until(`arrive at ${url}`, async () => (await this.url()).startsWith(url))
  }

  /** Enters frames, each inside the one before it, from the top of the page; without any returns to the top. */
  async enter(...frames: readonly string[]): Promise<void> {
    await this.#until(`enter ${frames.join(' ')}`, async () => {
      await this.#send('SwitchToFrame', { frame: null })
      for (const css of frames) await this.#send('SwitchToFrame', { frame: await this.#find(css) })
      return true
    })
  }

  async close(): Promise<void> {
    await this.#send('DeleteSession', {})
  }

  /** @returns the reference of the first element that is displayed @throws if there is none */
  async #find(css: string): Promise<string> {
    const found = (await this.#send('FindElements', { using: 'css selector', value: css })) as Reference[]
    for (const { [ELEMENT]: id } of found) if (await this.#send('IsElementDisplayed', { id })) return id
    throw new Error(`${css} is not displayed.`)
  }

  /** Repeats an action until it neither throws nor returns false. @throws the last error, with the page */
  async #until<T>(what: string, act: () => Promise<T>): Promise<T> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const result = await act().catch((error: Error) => error)
      if (!(result instanceof Error) && result !== false) return result
      if (Date.now() > end) throw new Error(`${what} at ${await this.url()}: ${String(result)}`)
      await sleep(POLL_MS)
    }
  }
}

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}

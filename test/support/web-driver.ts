import { setTimeout as sleep } from 'node:timers/promises'

/** Longest wait of a test for a page, as for the tests in Chromium. */
const PATIENCE_MS = 30_000
const POLL_MS = 100
/** Name of an element's reference in the protocol. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** The Enter key in the protocol. */
export const ENTER = '\uE007'

type Reference = Readonly<Record<typeof ELEMENT, string>>

/** A browser that is driven by the W3C's WebDriver protocol. Elements are found by CSS, and waited for. */
export class WebDriver {
  readonly #session: string

  private constructor(session: string) {
    this.#session = session
  }

  /** Opens a browser. @param capabilities what the driver has to start */
  static async open(driverUrl: string, capabilities: object): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } }
    const { sessionId } = (await send(`${driverUrl}/session`, 'POST', body)) as { sessionId: string }
    return new WebDriver(`${driverUrl}/session/${sessionId}`)
  }

  async goto(url: string): Promise<void> {
    await this.#call('POST', '/url', { url })
  }

  async url(): Promise<string> {
    return String(await this.#call('GET', '/url'))
  }

  /** Presses an element, again if it moved or was replaced meanwhile. */
  async click(css: string): Promise<void> {
    await this.#until(`press ${css}`, async () => {
      await this.#call('POST', `/element/${await this.#find(css)}/click`, {})
      return true
    })
  }

  /** Presses an element, and types at the end of what it has. WebKit does not focus an element of a frame otherwise. */
  async type(css: string, text: string): Promise<void> {
    await this.click(css)
    await this.#until(`type into ${css}`, async () => {
      await this.#call('POST', `/element/${await this.#find(css)}/value`, { text })
      return true
    })
  }

  async text(css: string): Promise<string> {
    return String(await this.#until(css, async () => this.#call('GET', `/element/${await this.#find(css)}/text`)))
  }

  /** Height in pixels of a page. */
  async height(css: string): Promise<number> {
    return this.#until(css, async () => {
      const { height } = (await this.#call('GET', `/element/${await this.#find(css)}/rect`)) as { height: number }
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
      await this.#call('POST', '/frame', { id: null })
      for (const css of frames) await this.#call('POST', '/frame', { id: { [ELEMENT]: await this.#find(css) } })
      return true
    })
  }

  async close(): Promise<void> {
    await this.#call('DELETE', '')
  }

  /** @returns the reference of the first element that is displayed @throws if there is none */
  async #find(css: string): Promise<string> {
    const found = (await this.#call('POST', '/elements', { using: 'css selector', value: css })) as Reference[]
    for (const { [ELEMENT]: id } of found) if (await this.#call('GET', `/element/${id}/displayed`)) return id
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

  #call(method: string, path: string, body?: object): Promise<unknown> {
    return send(this.#session + path, method, body)
  }
}

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}

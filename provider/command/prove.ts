import { readFileSync } from 'node:fs'
import { thenOrOnSignal } from '../../src/cli/on-signal.ts'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import { Secret } from '../../src/domain/secret.ts'
import { accountOf, openModule } from '../contract/open-under-test.ts'
import { planOf } from '../proof/plan.ts'
import { prove } from '../proof/prove.ts'

const CALL_MS = 30_000

type Options = { readonly [Name in 'settings' | 'method' | 'notices-port' | 'origin']?: string | undefined }

/**
 * Proves an account of a module at the provider's test environment, and prints a line for each promise.
 * @param file with the credentials @param waitMs for a shopper on a page, and for notices
 * @returns true if each is done or not offered @throws Error that says what is missing, before anything is charged
 */
export async function proveModule(path: string, file: string, waitMs: number, options: Options): Promise<boolean> {
  const { settings, method, origin, 'notices-port': port } = options
  const provider = await openModule(path, origin)
  const credentials = Object.fromEntries(
    Object.entries(readObject(file)).map(([name, value]) => [
      name,
      { current: new Secret(String(value)), previous: null },
    ]),
  )
  const account = { ...accountOf(provider.name), settings: settings === undefined ? {} : readObject(settings) }
  const access = (of: ProviderAccount) => ({ account: of, credentials, signal: AbortSignal.timeout(CALL_MS) })
  const subject = {
    ...{ provider, account, access, waitMs, plan: planOf(provider, account, { method }), merchantName: 'Test' },
    noticeUrl: `http://127.0.0.1:${port ?? 80}`,
    returnUrlOf: (id: string) => `https://gateway.example/returns/${id}`,
    say: (line: string) => void process.stderr.write(`${inOneLine(line)}\n`),
  }
  const probe = () => provider.probe(access(account))
  const noticesPort = port === undefined ? undefined : Number(port)
  const { items } = await prove(subject, { isLive: false, noticesPort, probe, thenOrOnSignal })
  for (const { promise, result, detail } of items)
    process.stdout.write(`${result.padEnd(13)}${promise.padEnd(18)}${inOneLine(detail)}\n`)
  return items.every(({ result }) => result === 'done' || result === 'not offered')
}

/** Texts of a provider must not control the reader's terminal. */
const inOneLine = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ')

/** The content is secret, so errors do not quote it. */
function readObject(path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} must contain a JSON object, for example {"secret_key":"…"}.`)
  }
}

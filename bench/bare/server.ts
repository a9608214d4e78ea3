import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '#store/connection/database.ts'
import type { BareTask } from './work.ts'

/**
 * Run as a process, with its task as the argument: a server that does for each request what a payment cannot go without, and
 * nothing else. It decrypts the same field so many times, in libuv's threads, and then inserts a row so many times, each in a
 * commit of its own that waits for the disk. It tells its parent the port.
 */
const { url, decryptions, commits }: BareTask = JSON.parse(process.argv[2]!)

/** As many as an API process has. */
const POOL = 9
/** WebCrypto locks a key while a thread uses it (`vault/private-keys.ts`). */
const IMPORTS = 8
/** Less than a payment's own rows. */
const ROW = 'x'.repeat(500)
const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' }

const sql = openDatabase(url, 'bench', POOL)
const { keys, field } = await encryptField()
let turn = 0

const server = createServer(
  (_request, response) =>
    void bare().then(
      () => response.end(),
      () => response.destroy(),
    ),
)
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))

async function bare(): Promise<void> {
  const decrypt = () => crypto.subtle.decrypt(ALGORITHM, keys[turn++ % IMPORTS]!, field)
  await Promise.all(Array.from({ length: decryptions }, decrypt))
  for (let done = 0; done < commits; done += 1) await sql`insert into bench_rows (content) values (${ROW})`
}

async function encryptField() {
  const parameters = { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(parameters, true, ['encrypt', 'decrypt'])
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey)
  const importKey = () => crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['decrypt'])
  return {
    keys: await Promise.all(Array.from({ length: IMPORTS }, importKey)),
    field: await crypto.subtle.encrypt(ALGORITHM, publicKey, Buffer.from('4111111111111111')),
  }
}

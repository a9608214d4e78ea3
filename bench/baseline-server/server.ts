import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '#store/connection/database.ts'
import { decryptionThreads } from '#vault/decryption-threads.ts'
import type { BareTask } from './work.ts'

/**
 * Runs as a process, with its task as the argument: a server that does for each request only what a payment cannot go
 * without. It decrypts one field repeatedly, as the vault does, and then inserts rows, each in a commit of its own that
 * waits for the disk. Sends its port to the parent.
 */
const { url, decryptions, commits }: BareTask = JSON.parse(process.argv[2]!)

/** As many as an API process has. */
const POOL = 9
/** Less than a payment's own rows. */
const ROW = 'x'.repeat(500)
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

const sql = openDatabase(url, 'bench', POOL)
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const field = publicEncrypt({ key: publicKey, ...OAEP }, Buffer.from('4111111111111111'))
const fields = Array.from({ length: decryptions }, () => field)
const decrypt = decryptionThreads()

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
  if (fields.length > 0) await decrypt(privateKey, fields)
  for (let done = 0; done < commits; done += 1) await sql`insert into bench_rows (content) values (${ROW})`
}

import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { decryptionThreads } from './decryption-threads.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

function blockOf(text: string): Uint8Array {
  return publicEncrypt({ key: publicKey, ...OAEP }, Buffer.from(text))
}

it('each of many concurrently gets its own texts, in the order of its blocks', async () => {
  const decrypt = decryptionThreads()
  const jobs = Array.from({ length: 20 }, (_, job) => [`a${job}`, 'never a block', `b${job}`])
  const texts = await Promise.all(
    jobs.map((job) =>
      decrypt(
        privateKey,
        job.map((text) => (text.length > 3 ? Buffer.from(text) : blockOf(text))),
      ),
    ),
  )
  expect(texts).toEqual(jobs.map(([first, , last]) => [first, '', last]))
})

it('a thread that dies fails its own job, and the next finds another', async () => {
  const decrypt = decryptionThreads()
  const deadly = { map: () => 'no list of blocks' } as unknown as readonly Uint8Array[]
  await expect(decrypt(privateKey, deadly)).rejects.toThrow('blocks.map')
  expect(await decrypt(privateKey, [blockOf('4111')])).toEqual(['4111'])
})

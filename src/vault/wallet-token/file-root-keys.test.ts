import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newRootKey, rootKeySet, valuesOf } from '#test/wallet-roots.ts'
import { fileRootKeys } from './file-root-keys.ts'

describe('root keys in a file', () => {
  it('they are read again when it changes, were it only within the same second and size', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-roots-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'keys.json')
    const source = fileRootKeys(path, vi.fn())
    for (let round = 0; round < 5; round++) {
      const value = newRootKey()
      await writeFile(path, rootKeySet(value))
      await utimes(path, 1_700_000_000, 1_700_000_000 + round / 1000)
      const all = await Promise.all([source.current(), source.current(), source.current()])
      expect(all.map(valuesOf)).toEqual([[value], [value], [value]])
    }
  })

  it('they are read again where their present state is needed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-roots-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'keys.json')
    const source = fileRootKeys(path, vi.fn())
    await writeFile(path, rootKeySet(newRootKey()))
    expect(await source.readAnew()).toHaveLength(1)
    await source.current()
    await writeFile(path, 'junk')
    await expect(source.readAnew()).rejects.toThrow('JSON')
    expect(await source.current()).toHaveLength(1)
  })

  it('that was never there the answer is 503', async () => {
    const warn = vi.fn()
    await expect(fileRootKeys('/nonexistent/keys.json', warn).current()).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(warn).toHaveBeenCalledOnce()
  })
})

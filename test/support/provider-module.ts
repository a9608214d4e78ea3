import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const EXAMPLE = resolve('examples/provider/index.ts')
export const EXAMPLE_SANDBOX = resolve('examples/provider/sandbox.ts')

/** Folder for modules of a test. */
export interface ModuleFolder {
  /** Writes a module. @returns its path */
  write(name: string, source: string): Promise<string>
  /** Writes the example with other members. @param members source of an object, with `provider` and `tools` in scope */
  writeExample(name: string, members: string): Promise<string>
  remove(): Promise<void>
}

export async function openModuleFolder(): Promise<ModuleFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-modules-'))
  const write = async (name: string, source: string) => {
    const path = join(folder, name)
    await writeFile(path, source)
    return path
  }
  return {
    write,
    writeExample: (name, members) =>
      write(
        name,
        `import create from ${JSON.stringify(EXAMPLE)}
export default (tools) => {
  const provider = create(tools)
  return { ...provider, ...${members} }
}
`,
      ),
    remove: () => rm(folder, { recursive: true }),
  }
}

import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_MS = 300_000

/** A program on libraries of another language: reads one JSON text and prints one. */
export interface Judge {
  /** Reason why this machine cannot run it. */
  readonly missing?: string
  readonly ask: (question: unknown) => Promise<unknown>
  readonly remove: () => Promise<void>
}

/** @param folder next to this file, with `requirements.txt` */
export function preparePython(folder: string, script: string): Promise<Judge> {
  return prepare('Python 3 with pip and its package index', async (target) => {
    const requirements = ['--no-deps', '--requirement', here(`${folder}/requirements.txt`)]
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', target, ...requirements], {
      timeout: INSTALL_MS,
    })
    return { command: ['python3', here(`${folder}/${script}`)], env: { PYTHONPATH: target } }
  })
}

/** @param folder next to this file, a module with one command */
export function prepareGo(folder: string): Promise<Judge> {
  return prepare('Go and its module proxy', async () => {
    // Downloads what the program imports, but compiles nothing: a program that does not compile has to fail.
    await run('go', ['-C', here(folder), 'list', '-deps', '.'], { timeout: INSTALL_MS })
    return { command: ['go', '-C', here(folder), 'run', '.'] }
  })
}

/** @param folder next to this file, with `pom.xml` */
export function prepareJava(folder: string, source: string): Promise<Judge> {
  return prepare('Java 17, Maven and its repository', async (target) => {
    const classPath = join(target, 'classpath')
    const resolve = ['-q', '-B', '-f', here(folder), 'dependency:build-classpath', `-Dmdep.outputFile=${classPath}`]
    await run('mvn', resolve, { timeout: INSTALL_MS })
    return { command: ['java', '-cp', await readFile(classPath, 'utf8'), here(`${folder}/${source}`)] }
  })
}

/** @param folder next to this file, with `requirements.json`, a package.json, and `client.mjs` */
export function prepareNode(folder: string): Promise<Judge> {
  return prepare('npm and its registry', async (target) => {
    await copyFile(here(`${folder}/requirements.json`), join(target, 'package.json'))
    await copyFile(here(`${folder}/client.mjs`), join(target, 'client.mjs'))
    await run('npm', ['install', '--prefix', target, '--no-audit', '--no-fund', '--silent'], { timeout: INSTALL_MS })
    return { command: [process.execPath, join(target, 'client.mjs')] }
  })
}

interface Program {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

async function prepare(needs: string, install: (target: string) => Promise<Program>): Promise<Judge> {
  const target = await mkdtemp(join(tmpdir(), 'tollgate-judge-'))
  const remove = () => rm(target, { recursive: true, force: true })
  try {
    const program = await install(target)
    return { ask: (question) => ask(program, question), remove }
  } catch (error) {
    const missing = `This judge needs ${needs}.`
    console.warn(`Skipped: ${missing} ${error}`)
    return { missing, ask: () => Promise.reject(error), remove }
  }
}

function ask({ command: [file, ...args], env }: Program, question: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = execFile(file!, args, { env: { ...process.env, ...env } }, (error, output) =>
      error ? reject(error) : resolve(JSON.parse(output)),
    )
    child.stdin!.end(JSON.stringify(question))
  })
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

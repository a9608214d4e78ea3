import { type Problem, RequestError } from '#domain/problem.ts'

/** Deeper nesting is a 400 (docs/reference/requests.md#json). */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses strict JSON (docs/reference/requests.md#json). Numbers that JavaScript cannot hold exactly, or in an unusual
 * spelling (`10.0`, `1e3`), become `JSON.rawJSON`; `__proto__` is an ordinary key.
 * @throws RequestError `malformed` for bad UTF-8 or JSON, duplicate keys and nesting deeper than 32
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const plain = scan(text)
  try {
    return plain ? JSON.parse(text) : JSON.parse(text, keepSpelling)
  } catch {
    // The message of the engine quotes the body, which may have a card number.
    throw malformed('The body is not valid JSON; send one JSON object.')
  }
}

/** @throws RequestError `malformed` for bytes that are not UTF-8 */
export function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8; encode it as UTF-8.')
  }
}

export function malformed(message: string, ...params: string[]): RequestError {
  const problem: Problem = { property: '', message, params }
  return new RequestError('malformed', [problem])
}

function keepSpelling(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined || String(value) === context.source) return value
  return JSON.rawJSON(context.source)
}

const [QUOTE, MINUS, COLON, BACKSLASH] = ['"', '-', ':', '\\'].map((character) => character.charCodeAt(0))
const [ZERO, NINE, SPACE] = ['0', '9', ' '].map((character) => character.charCodeAt(0)) as [number, number, number]
const [OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY] = ['{', '[', '}', ']'].map((one) => one.charCodeAt(0))

/**
 * Checks depth and duplicate keys, which `JSON.parse` accepts, in one linear scan. Malformed text is left to
 * `JSON.parse`.
 * @returns true if every number is plain, so most bodies need no reviver
 */
function scan(text: string): boolean {
  const open: Set<string>[] = []
  let plain = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = skipString(text, at, open.at(-1))
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) enter(open)
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open.pop()
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at)
      plain &&= isPlain(text.slice(at, end))
      at = end - 1
    }
  }
  return plain
}

function enter(open: Set<string>[]): void {
  if (open.length === MAX_DEPTH) {
    throw malformed(`The body is nested too deeply; use at most ${MAX_DEPTH} levels.`, String(MAX_DEPTH))
  }
  open.push(new Set())
}

/** Finds the last quote of a string. A string before a colon is a key of the innermost object. */
function skipString(text: string, start: number, keys: Set<string> | undefined): number {
  const end = endOfString(text, start)
  if (keys && text.charCodeAt(skipSpace(text, end + 1)) === COLON) addKey(keys, text.slice(start, end + 1))
  return end
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}

/** Adds a key; two spellings of one key (`a` and `\u0061`) are duplicates too. */
function addKey(keys: Set<string>, quoted: string): void {
  const key = quoted.includes('\\') ? normalized(quoted) : quoted
  if (keys.has(key)) throw malformed('The body has a duplicate key; send each key once.')
  keys.add(key)
}

function normalized(quoted: string): string {
  try {
    return JSON.stringify(JSON.parse(quoted))
  } catch {
    return quoted
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= SPACE) at++
  return at
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (/[\d.eE+-]/.test(text.charAt(at))) at++
  return at
}

function isPlain(number: string): boolean {
  return number.length <= 15 && /^-?[1-9]\d*$|^0$/.test(number)
}

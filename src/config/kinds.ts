import ipaddr from 'ipaddr.js'
import { GROUP_NAME } from '#domain/group.ts'
import { Secret } from '#domain/secret.ts'
import { readDatabaseAddress } from '#store/address/database-address.ts'
import type { AddressMistake } from '#store/address/database-tls.ts'

export interface Kind<T> {
  /** Ends the sentence "PORT must be …". */
  readonly expects: string
  /** True if an invalid value must not be quoted, and may be in a file that `NAME_FILE` names. */
  readonly isSecret?: true
  /** True for a secret key: it may be in several files as shares, or the output of `NAME_COMMAND`. */
  readonly isKey?: true
  /** @returns undefined for an invalid value */
  parse(text: string): T | undefined
  /** Describes why a value is invalid, if there is more to say than `expects`; safe to print. */
  explain?(text: string): string | undefined
}

/** A decimal integer within inclusive bounds. */
export function integer(min: number, max: number): Kind<number> {
  const parse = (text: string) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
  return { expects: `a whole number from ${min} to ${max}`, parse }
}

export const port = integer(1, 65_535)

/** Durations go up to ten years. */
export function duration(minSeconds: number): Kind<number> {
  return { ...integer(minSeconds, 315_360_000), expects: `a whole number of seconds from ${minSeconds} to 315360000` }
}

export const seconds = duration(1)

export function oneOf<const T extends string>(...words: readonly T[]): Kind<T> {
  return { expects: `one of ${words.join(', ')}`, parse: (text) => words.find((candidate) => candidate === text) }
}

export const flag: Kind<boolean> = {
  expects: 'on or off',
  parse: (text) => ({ on: true, true: true, off: false, false: false })[text],
}

export function orOff<T>(kind: Kind<T>): Kind<T | null> {
  return { expects: `${kind.expects}, or off`, parse: (text) => (text === 'off' ? null : kind.parse(text)) }
}

export const hostName: Kind<string> = {
  expects: 'host names or IP addresses',
  parse: (value) => (/^[A-Za-z0-9.:-]{1,253}$/.test(value) ? value : undefined),
}

export const text: Kind<string> = { expects: 'text', parse: (value) => value }

export const groupName: Kind<string> = {
  expects: '1 to 6 lowercase letters or digits',
  parse: (value) => (GROUP_NAME.test(value) ? value : undefined),
}

/** Items between commas; surrounding white space is ignored. */
export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  const parse = (text: string) => {
    const items = text.split(',').map((item) => kind.parse(item.trim()))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  return { expects: `a list separated by commas, each item ${kind.expects}`, parse }
}

export const share: Kind<number> = {
  expects: 'a number from 0 to 1',
  parse: (text) => (/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? Number(text) : undefined),
}

/** HTTP headers as `name=value,name=value`, values percent-encoded if necessary (OpenTelemetry). */
export const headers: Kind<Secret<Readonly<Record<string, string>>>> = {
  expects: 'a list such as api-key=secret,tenant=shop',
  isSecret: true,
  parse: (text) => {
    const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? [])
    if (pairs.some(([pair]) => pair === undefined)) return undefined
    try {
      return new Secret(Object.fromEntries(pairs.map(([, name, value]) => [name!, decodeURIComponent(value!)])))
    } catch {
      return undefined
    }
  },
}

export const network: Kind<string> = {
  expects: 'an IP address or a network such as 10.0.0.0/8',
  parse: (text) => (ipaddr.isValid(text) || ipaddr.isValidCIDR(text) ? text : undefined),
}

/** Absolute http(s) URL, parsed without a trailing slash. */
export const url: Kind<string> = {
  expects: 'an http or https URL without user name, query and fragment, such as https://login.example.com',
  parse: (text) => {
    const parsed = URL.parse(text)
    const isPlain = parsed !== null && /^https?:$/.test(parsed.protocol) && !/[?#@]/.test(text)
    return isPlain ? parsed.href.replace(/\/+$/, '') : undefined
  },
}

/** Absolute URL that is called unchanged, such as a webhook endpoint's. */
export const address: Kind<string> = {
  expects: 'an http or https URL without user name and fragment, such as http://localhost:8001/index.php?task=hook',
  parse: (text) => {
    const parsed = URL.parse(text)
    const isPlain = parsed !== null && /^https?:$/.test(parsed.protocol) && !text.includes('#')
    return isPlain && parsed.username === '' && parsed.password === '' ? parsed.href : undefined
  },
}

/** Absolute http(s) URL without a path, parsed without a trailing slash. */
export const origin: Kind<string> = {
  expects: 'an http or https URL without a path, such as https://pay.example.com',
  parse: (text) => {
    const parsed = url.parse(text)
    return parsed === undefined || URL.parse(parsed)?.pathname !== '/' ? undefined : parsed
  },
}

export const databaseUrl: Kind<string> = {
  expects: 'a URL of one server such as postgres://user:password@host:5432/database',
  isSecret: true,
  parse: (text) => (mistakeIn(text) === undefined ? text : undefined),
  explain: mistakeIn,
}

function mistakeIn(url: string): string | undefined {
  try {
    readDatabaseAddress(url)
    return undefined
  } catch (error) {
    return (error as AddressMistake).message
  }
}

const KEY_BYTES = 32

export const key: Kind<Secret<Buffer>> = {
  expects: '32 bytes in Base64, such as "openssl rand -base64 32" prints',
  isSecret: true,
  isKey: true,
  parse: (text) => {
    const bytes = Buffer.from(text, 'base64')
    return bytes.length === KEY_BYTES && bytes.toString('base64') === text ? new Secret(bytes) : undefined
  },
}

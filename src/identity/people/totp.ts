import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks differ, and typing takes time: one step before and after counts too (RFC 6238 section 5.2). */
const WINDOW = [0, -1, 1] as const
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Code at a time step (RFC 6238 with SHA-1, which all apps support). */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Time step of a code; undefined if it matches none in the window. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const present = stepAt(now)
  return WINDOW.map((offset) => present + offset).find((step) =>
    timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code)),
  )
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS)
}

/** Encoding that apps accept: typed in groups of four, or in the URL of a QR code. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

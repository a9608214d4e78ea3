import { type Kind, origin } from './kinds.ts'

/** URLs that replace providers' test environments, by provider. */
export type ProviderSandboxes = Readonly<Record<string, string>>

/** Plain http only for this machine, because credentials are sent. */
const SAFE = /^https:|^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/

/** `stripe=http://127.0.0.1:12111,paypal=https://sandbox.example` */
export const providerSandboxes: Kind<ProviderSandboxes> = {
  expects: 'a list such as stripe=https://sandbox.example, http on this machine only',
  parse(text) {
    const pairs = text.split(',').map((pair) => /^\s*([a-z0-9-]+)=(.+?)\s*$/.exec(pair))
    const entries = pairs.map((pair) => [pair?.[1], origin.parse(pair?.[2] ?? '')])
    const isSound = entries.every(([name, address]) => name && address && SAFE.test(address))
    return isSound ? Object.fromEntries(entries) : undefined
  },
}

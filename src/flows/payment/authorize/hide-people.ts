import ipaddr from 'ipaddr.js'
import type { Hide } from '#domain/rules/hidden-values.ts'
import type { Gateway } from '../../gateway.ts'
import { firstParts, readListedNetwork } from './list-networks.ts'
import { readListValue } from './list-values.ts'

/** Hides values of people in a merchant's rules with the digests of its lists; IP addresses in full. */
export function hidePeopleOf(gateway: Gateway, merchantId: string): Hide {
  return (field, text) => {
    if (field === 'customer_ip') return hiddenAddress(gateway, merchantId, text)
    const read = readListValue(gateway, merchantId, field, text)
    return 'message' in read ? undefined : `${read.value}#${read.match.slice(field.length + 1)}`
  }
}

function hiddenAddress({ vault }: Gateway, merchantId: string, text: string): string | undefined {
  const address = readListedNetwork(text)
  if (address === undefined || address.includes('/')) return undefined
  const spelling = ipaddr.process(address).toString()
  const digest = Buffer.from(vault.digestOf(merchantId, JSON.stringify(['rule', 'customer_ip', spelling])))
  return `${firstParts(address)}***#${digest.toString('base64url')}`
}

import { type Environment, isOfMerchant, type Provider, requireTime } from '#providers/port/tools.ts'
import { CAPABILITIES } from './capabilities.ts'
import { charge, inquireCharge } from './charge.ts'
import { openTemplate } from './client.ts'
import { CREDENTIALS, ORIGINS } from './config.ts'
import { inquireRefund, refund } from './follow-up.ts'
import { readNotice } from './notices.ts'
import { probe } from './probe.ts'
import { reverse } from './reverse.ts'

/** Composes the port from the other files. Nothing is decided here. @param origin sandbox that replaces the host in tests */
export function createTemplate({ realm, origin = ORIGINS[realm] }: Environment): Provider {
  const template = openTemplate(origin)
  return {
    name: 'template',
    capabilities: CAPABILITIES,
    credentials: CREDENTIALS,
    checkMetadata: () => [],
    checkSettings: () => [],
    probe: (access) => probe(template, access),
    authorize: async (call, wanted) => charge(template, requireTime(call, 'the provider'), wanted),
    followUp: async (call, wanted) => refund(template, requireTime(call, 'the provider'), wanted),
    async inquire(call, attempt) {
      if (!isOfMerchant(requireTime(call, 'the provider'), attempt)) return { kind: 'not-found' }
      const inquire = attempt.parent === null ? inquireCharge : inquireRefund
      return inquire(template, call, attempt)
    },
    async reverse(call, attempt) {
      if (isOfMerchant(requireTime(call, 'the provider'), attempt)) await reverse(template, call, attempt)
    },
    readNotice,
  }
}

import type { Provider, Tools } from '@tollgate/provider'
import { CAPABILITIES } from './capabilities.ts'
import { charge, inquireCharge } from './charge.ts'
import { openApi } from './client.ts'
import { CREDENTIALS, ORIGINS } from './config.ts'
import { inquireRefund, refund } from './follow-up.ts'
import { readNotice } from './notices.ts'
import { probe } from './probe.ts'
import { reverse } from './reverse.ts'

/** Composes the port from the other files. Nothing is decided here. */
export default function createAcme(tools: Tools): Provider {
  const { isOfMerchant, requireTime, realm, origin = ORIGINS[realm] } = tools
  const api = openApi(tools, origin)
  return {
    name: 'acme',
    capabilities: CAPABILITIES,
    credentials: CREDENTIALS,
    checkMetadata: () => [],
    checkSettings: () => [],
    probe: (access) => probe(api, access),
    authorize: async (call, wanted) => charge(api, requireTime(call, 'Acme'), wanted),
    followUp: async (call, wanted) => refund(api, requireTime(call, 'Acme'), wanted),
    async inquire(call, attempt) {
      if (!isOfMerchant(requireTime(call, 'Acme'), attempt)) return { kind: 'not-found' }
      const inquire = attempt.parent === null ? inquireCharge : inquireRefund
      return inquire(api, call, attempt)
    },
    async reverse(call, attempt) {
      if (isOfMerchant(requireTime(call, 'Acme'), attempt)) await reverse(api, call, attempt)
    },
    readNotice: (credentials, notice) => readNotice(tools, credentials, notice),
  }
}

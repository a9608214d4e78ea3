import { trustedKeys } from '#vault/wallet-token/root-keys.ts'
import type { Gateway } from '../gateway.ts'
import { type Finding, fail, pass } from './finding.ts'

/** Checks that the gateway is set up for real money, and that cards can be authenticated and wallet tokens decrypted. */
export async function checkRealm(gateway: Gateway): Promise<Finding[]> {
  if (gateway.settings.realm === 'uat') {
    return [fail('realm', 'The realm is uat, right for tests: no money moves. Set REALM=production for real payments.')]
  }
  return [
    pass('realm', 'production'),
    await threeDsFinding(gateway),
    await walletFinding(gateway),
    keyFinding(gateway),
    proxyFinding(gateway),
  ]
}

async function threeDsFinding({ threeDs, settings }: Gateway): Promise<Finding> {
  if (!threeDs)
    return fail('3-D Secure', 'Cards are rejected without a 3-D Secure server; set THREE_DS_SERVER and its key.')
  const problem = await threeDs.probe(AbortSignal.timeout(settings.providerTimeoutSeconds * 1000))
  return problem === null ? pass('3-D Secure', 'the server accepts the key') : fail('3-D Secure', problem)
}

/** Reads the keys from their source, because those in use may be an old copy. */
async function walletFinding({ walletRoots, clock }: Gateway): Promise<Finding> {
  try {
    const roots = await walletRoots.readAnew()
    if (roots.length === 0) return pass('wallet root keys', 'none, no wallet tokens')
    const valid = trustedKeys(roots, 'ECv2', clock.now().getTime()).length
    if (valid > 0) return pass('wallet root keys', `${valid} are valid`)
    return fail('wallet root keys', 'All root keys have expired; renew them at WALLETA_ROOT_KEYS.')
  } catch {
    return fail('wallet root keys', 'The root keys are unreadable; check WALLETA_ROOT_KEYS and the network.')
  }
}

function keyFinding({ vault }: Gateway): Finding {
  if (vault.previousMasterKeyId === null) return pass('master key', vault.masterKeyId)
  const message = 'MASTER_KEY_PREVIOUS is still set; complete keys rotate, then remove it.'
  return fail('master key', message)
}

/** BASE_URL is https and the gateway serves http, so a proxy is in front of it. */
function proxyFinding({ settings }: Gateway): Finding {
  if (settings.trustedProxies.length > 0) return pass('proxies', settings.trustedProxies.join(', '))
  const message =
    'All callers seem to have the address of the proxy, so limits count them as one; add it to TRUSTED_PROXIES.'
  return fail('proxies', message)
}

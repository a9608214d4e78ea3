import type { Gateway } from '../gateway.ts'
import { type Finding, fine, wrong } from './finding.ts'

/** Whether the gateway is set up for real money, and whether cards can be authenticated and wallet tokens opened. */
export async function examineRealm(gateway: Gateway): Promise<Finding[]> {
  if (gateway.settings.realm === 'uat') {
    return [wrong('realm', 'It is uat, where no money moves; set REALM=production to take real payments.')]
  }
  return [fine('realm', 'production'), threeDsFinding(gateway), await walletFinding(gateway), keyFinding(gateway)]
}

function threeDsFinding({ threeDs }: Gateway): Finding {
  if (threeDs) return fine('3-D Secure', 'a server is named')
  return wrong('3-D Secure', 'Cards are refused without a server; set THREE_DS_SERVER and its key.')
}

async function walletFinding({ walletRoots }: Gateway): Promise<Finding> {
  try {
    const { length } = await walletRoots.current()
    return length > 0
      ? fine('wallet root keys', `${length} are valid`)
      : fine('wallet root keys', 'none, no wallet tokens')
  } catch {
    return wrong('wallet root keys', 'They cannot be read; look at WALLETA_ROOT_KEYS and at the network.')
  }
}

function keyFinding({ vault }: Gateway): Finding {
  if (vault.previousMasterKeyId === null) return fine('master key', vault.masterKeyId)
  const message = 'MASTER_KEY_PREVIOUS is still set; run keys rotate to its end, then remove it.'
  return wrong('master key', message)
}

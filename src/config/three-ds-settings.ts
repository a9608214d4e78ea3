import { word } from './kinds.ts'
import { setting } from './setting.ts'
import { apiKey, apiKeyFile, certificateFile, sandboxOrigin } from './three-ds-server.ts'

/** Who authenticates cards with their issuers (docs/reference/three-ds.md#who-decides). */
export const THREE_DS_SETTINGS = {
  threeDsServer: setting(
    'THREE_DS_SERVER',
    word('simulator', '3dsecure-io'),
    { otherwise: 'simulator in uat, none in production' },
    "Who authenticates cards with their issuers. 3dsecure-io is that provider's sandbox in uat and its live server in production. Without one, cards that have to be authenticated are refused.",
  ),
  threeDsApiKey: setting(
    'THREE_DS_API_KEY',
    apiKey,
    { otherwise: 'none' },
    'What opens THREE_DS_SERVER, unless it is the simulator.',
  ),
  threeDsApiKeyFile: setting(
    'THREE_DS_API_KEY_FILE',
    apiKeyFile,
    { otherwise: 'none' },
    'A file that holds THREE_DS_API_KEY, instead of it.',
  ),
  threeDsSandboxUrl: setting(
    'THREE_DS_SANDBOX_URL',
    sandboxOrigin,
    { otherwise: "the provider's sandbox" },
    'A stand-in for THREE_DS_SERVER, in uat only.',
  ),
  threeDsSandboxCa: setting(
    'THREE_DS_SANDBOX_CA',
    certificateFile,
    { otherwise: 'the public authorities' },
    'A file with the certificate of the authority that THREE_DS_SANDBOX_URL is trusted by.',
  ),
}

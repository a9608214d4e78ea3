import { oneOf } from './kinds.ts'
import { setting } from './setting.ts'
import { apiKey, certificateFile, sandboxOrigin } from './three-ds-server.ts'

/** Settings of the 3-D Secure server (docs/reference/three-ds.md#who-decides). */
export const THREE_DS_SETTINGS = {
  threeDsServer: setting(
    'THREE_DS_SERVER',
    oneOf('simulator', '3dsecure-io'),
    { otherwise: 'simulator in uat, none in production' },
    "3-D Secure server. 3dsecure-io is that provider's sandbox in uat and its live server in production. Without a server, cards that require authentication are rejected.",
  ),
  threeDsApiKey: setting(
    'THREE_DS_API_KEY',
    apiKey,
    { otherwise: 'none' },
    'API key for THREE_DS_SERVER; not needed for the simulator.',
  ),
  threeDsSandboxUrl: setting(
    'THREE_DS_SANDBOX_URL',
    sandboxOrigin,
    { otherwise: "the provider's sandbox" },
    'Replacement URL for THREE_DS_SERVER (uat only).',
  ),
  threeDsSandboxCa: setting(
    'THREE_DS_SANDBOX_CA',
    certificateFile,
    { otherwise: 'the public CAs' },
    'File with the CA certificate for THREE_DS_SANDBOX_URL.',
  ),
}

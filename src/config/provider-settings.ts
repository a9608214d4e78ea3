import { type Kind, listOf } from './kinds.ts'
import { providerSandboxes } from './provider-sandboxes.ts'
import { setting } from './setting.ts'

/** Absolute path or name of a package, with or without a path in it. */
const moduleName: Kind<string> = {
  expects: 'an absolute path or the name of a package',
  parse: (text) => (/^(?:\/.*[^/]|(?:@[\w.-]+\/)?[a-z0-9][\w.-]*(?:\/[\w.-]+)*)$/.test(text) ? text : undefined),
}

export const PROVIDER_SETTINGS = {
  providerSandboxes: setting(
    'PROVIDER_SANDBOXES',
    providerSandboxes,
    { otherwise: "the providers' own test environments" },
    'Replacement URLs for provider test environments (uat only), for example stripe=http://127.0.0.1:12111.',
  ),
  providerModules: setting(
    'PROVIDER_MODULES',
    listOf(moduleName),
    { otherwise: 'none' },
    'Connectors of your own: absolute paths or installed packages, separated by commas. They handle card data, so install only code that you trust.',
  ),
}

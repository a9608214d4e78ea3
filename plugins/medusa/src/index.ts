import type { ModuleProviderExports } from '@medusajs/framework/types'
import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { TollgateProvider } from './provider.ts'

const provider: ModuleProviderExports = ModuleProvider(Modules.PAYMENT, { services: [TollgateProvider] })
export default provider

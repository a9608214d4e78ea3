import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { TollgateProvider } from './provider.ts'

export default ModuleProvider(Modules.PAYMENT, { services: [TollgateProvider] })

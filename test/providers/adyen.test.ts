import { createAdyen } from '#providers/adyen/index.ts'
import { describeOnItsOwnHost } from './describe-on-its-own-host.ts'

describeOnItsOwnHost('adyen', { provider: createAdyen({ realm: 'uat' }) })

import { createStripe } from '#providers/stripe/index.ts'
import { describeOnItsOwnHost } from './describe-on-its-own-host.ts'

describeOnItsOwnHost('stripe', { provider: createStripe({ realm: 'uat' }) })

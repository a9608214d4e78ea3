import { registerWallet } from './wallet-redirect.ts'

if (typeof window !== 'undefined') registerWallet('walleta-pay-redirect')

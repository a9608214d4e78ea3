export type { Options } from './options.ts'
export { TollgatePlugin } from './plugin.ts'

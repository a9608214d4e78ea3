/** All that a connector imports, and what provider modules get as `tools` (docs/contribute/add-a-provider.md#the-tools). */

export * from './answers.ts'
export * from './call.ts'
export * from './call-api.ts'
export * from './domain.ts'
export * from './inner-address.ts'
export * from './json-path.ts'
export * from './notice-signature.ts'
export * from './provider.ts'
export * from './settlement/csv.ts'
export * from './settlement/file-text.ts'
export * from './settlement/json-list.ts'
export * as rows from './settlement/rows.ts'

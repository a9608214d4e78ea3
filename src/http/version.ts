import packageJson from '#package' with { type: 'json' }

/** Of this program; the interface has one of its own. */
export const { version: VERSION } = packageJson

/** Of the interface (docs/reference/versions.md). */
export const API_VERSION = '1.0.0'

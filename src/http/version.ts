import packageJson from '#package' with { type: 'json' }

/** Version of this program; the interface has another. */
export const { version: VERSION } = packageJson

/** Version of the interface (docs/reference/versions.md). */
export const API_VERSION = '1.1.0'

declare const GATEWAY_URL: string

/** Base URL of the gateway, written in when this script is served. */
export const GATEWAY = GATEWAY_URL

declare const GATEWAY_URL: string

/** The gateway's own address; whoever serves this script writes it in. */
export const GATEWAY = GATEWAY_URL

/** The gateway's own address; whoever serves this script writes it in. */
export const GATEWAY = '{{base_url}}'

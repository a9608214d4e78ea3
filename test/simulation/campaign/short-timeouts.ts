/** Settings with short time limits: everything unfinished at the end of a run is finished a little later. */
export const SHORT_LIVES = {
  LOG_LEVEL: 'fatal',
  PROVIDER_TIMEOUT_SECONDS: '2',
  CHALLENGE_TTL_SECONDS: '12',
  SESSION_TTL_SECONDS: '12',
  // Longer than Adyen's notices of captures and voids take, a gateway that is down included: neither can be reversed.
  PENDING_TTL_SECONDS: '30',
  WEBHOOK_RETRY_SCHEDULE: Array(40).fill('1').join(),
}

/** Condition on an approved AUTHORIZE that its rest can be released: nothing is in progress and something is left to capture. */
export const REST_IS_OPEN = `capture_state = 'OPEN' and void_state is null and capturing_amount = 0 and captured_amount < amount`

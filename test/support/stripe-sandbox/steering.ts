/**
 * Finds an order in a merchant's reference, which has words of `name=value`:
 *
 * - `decline=<decline code>`, `code=`, `network=`, `advice=`: the issuer's refusal; `soft=yes`: only without a proof
 * - `status=<status>`: what a confirmation leads to
 * - `checks=<street>,<postal code>,<security code>`
 * - `multicapture=no`: one capture only
 * - `refund=<status>`: what a refund of it leads to
 * - `amount=wrong`: an intent shows another amount; `amount=wrong-once` only the answer to its confirmation does
 * - `fault=<step>:<fault>`: goes wrong once; there may be several
 */
export function orderOf(reference: string, name: string): string | undefined {
  return reference
    .split(' ')
    .find((word) => word.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

export type Step = 'create' | 'describe' | 'card' | 'confirm' | 'capture' | 'cancel' | 'refund' | 'read'

/** Before it is executed or after, and what the caller sees of it; `kept-500` is the answer to every repeat too. */
export type Fault =
  | 'silence'
  | 'reset'
  | 'down'
  | 'busy'
  | 'kept-500'
  | 'late-silence'
  | 'late-reset'
  | 'late-500'
  | 'late-cut'
  | 'late-empty'
  | 'late-foreign'

export function faultOf(reference: string, step: Step): Fault | undefined {
  const words = reference.split(' ').filter((word) => word.startsWith(`fault=${step}:`))
  return words[0]?.split(':')[1] as Fault | undefined
}

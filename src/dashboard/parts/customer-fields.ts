/** True for a field that identifies the customer, which only some roles may see. */
export function saysCustomer(field: string): boolean {
  return /^customer(?:_|$)/.test(field)
}

/** True for a field of a record or an event that says who the customer is: for roles that see customers only. */
export function saysCustomer(field: string): boolean {
  return /^customer(?:_|$)/.test(field)
}

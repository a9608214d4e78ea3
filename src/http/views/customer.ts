import type { Customer } from '#domain/customer.ts'
import type { KeptCustomer } from '#flows/customers/index.ts'

/** A customer as records show it (docs/reference/objects.md#customer). */
export function customerView(customer: Customer) {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    address: customer.address,
    city: customer.city,
    country: customer.country,
    postal_code: customer.postalCode,
    email: customer.email,
    phone: customer.phone,
  }
}

/** The same of a customer that is kept (docs/reference/customers.md#customers). */
export function keptCustomerView(customer: KeptCustomer) {
  return { ...customerView(customer), created_at: customer.createdAt }
}

import { listMerchantCustomers } from '#flows/customers/index.ts'
import { customerExport } from '#http/api/erasures.ts'
import { get, type Route } from '#http/route.ts'
import { formatTime } from '../parts/format.ts'
import { listedId } from '../parts/short-id.ts'
import { API_REFERENCE } from '../parts/states.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { paramsOf, requireMerchant } from '../shell/screen.ts'
import { CUSTOMERS_PATH, card, changeCardRoute } from './card.ts'
import { customer, eraseRoute, nameOf, removeCardRoute } from './page.ts'

const customers = listing({
  path: CUSTOMERS_PATH,
  permission: 'customers.read',
  summary: 'Customers',
  page: 'customers',
  title: 'Customers',
  lead: ({ timeZone }) => `Customers with saved details, newest first. Times are in ${timeZone}.`,
  done: {
    erased: 'Customer and saved cards erased. Payments follow in a few seconds, those in progress after their end.',
  },
  read: (gateway, { caller }, _chosen, after) =>
    listMerchantCustomers(gateway, requireMerchant(caller), after, DASHBOARD_PAGE_SIZE),
  rows: ({ timeZone }) => ({
    caption: 'Customers, newest first',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => customer.hrefOf({ id }),
    columns: (cell) => [
      cell.title('name', 'Name', nameOf),
      cell.note('email', 'Email', ({ email }) => email ?? ''),
      cell.more('id', 'ID', ({ id }) => listedId(id, 'customer')),
      cell.more('since', 'Created', ({ createdAt }) => formatTime(createdAt, timeZone)),
    ],
  }),
  none: () => ({ words: 'Create customers through the API to save their cards.', action: API_REFERENCE }),
})

const path = `${CUSTOMERS_PATH}/:id/export`

const exportRoute = get(path, {
  ...{ guard: 'person', permission: 'customers.export', summary: "A customer's data as a file" },
  params: paramsOf(path),
  handle: (gateway, { caller, params }) => customerExport(gateway, requireMerchant(caller), params.id as string),
})

export const customerRoutes: readonly Route[] = [
  customers.route,
  customer.route,
  card.route,
  changeCardRoute((id) => customer.to({ id }, 'changed')),
  removeCardRoute,
  exportRoute,
  eraseRoute(() => customers.to({}, 'erased')),
]

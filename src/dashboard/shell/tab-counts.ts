import type { Gateway } from '#flows/gateway.ts'
import { readReviews } from '#flows/rules/review.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { formatRows, MOST_COUNTED } from '../parts/format.ts'
import { ifAvailable } from './read.ts'

const BESIDE_REVIEWS = ['reviews', 'rules', 'lists']

/** Numbers beside the names of tabs, by their paths; 0 is left out. */
export async function readTabCounts(
  gateway: Gateway,
  caller: PersonCaller,
  page: string,
): Promise<Readonly<Record<string, string>>> {
  const { merchantId } = caller
  if (merchantId === null || !BESIDE_REVIEWS.includes(page) || !may(caller, 'reviews.decide')) return {}
  const open = await ifAvailable(readReviews(gateway, merchantId, undefined, MOST_COUNTED))
  return open && open.items.length > 0 ? { reviews: formatRows(open) } : {}
}

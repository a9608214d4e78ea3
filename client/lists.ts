import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { ListEntry, ListEntryFilters, ListEntryRequest, ListedPayer, ListImport } from './schema.ts'

type ListName = ListEntry['list']
type Given<Field extends keyof ListEntryRequest> = {
  readonly [Name in Field]: NonNullable<ListEntryRequest[Name]>
}

/** A value to be listed, or a payment whose payer is. */
export type ListedValue = Given<'kind' | 'value'> & Pick<ListEntryRequest, 'reason' | 'expires_at'>
export type ListedPayment = Given<'transaction_id' | 'kinds'> & Pick<ListEntryRequest, 'reason' | 'expires_at'>

/** The block list, whose payments are declined, and the allow list, whose payments skip the risk rules. */
export class Lists extends Resource {
  list(list: ListName, filters: ListEntryFilters = {}): Listing<ListEntry> {
    return this.connection.list(pathOf(list), filters)
  }

  /** A value that is on the list already gets the new reason and expiry time. */
  add(list: ListName, entry: ListedValue): Promise<ListEntry> {
    return this.connection.call('POST', pathOf(list), { body: entry })
  }

  /** Adds who made a payment, by values of these kinds. */
  addPayer(list: ListName, payment: ListedPayment): Promise<ListedPayer> {
    return this.connection.call('POST', pathOf(list), { body: payment })
  }

  remove(list: ListName, id: string): Promise<void> {
    return this.connection.call('DELETE', pathTo(pathOf(list), id))
  }

  /** Adds the entries of a CSV file with the header `kind,value,reason,expires_at`, but for bad lines, which are named. */
  import(list: ListName, csv: string): Promise<ListImport> {
    return this.connection.call('POST', `${pathOf(list)}/import`, { csv })
  }
}

function pathOf(list: ListName): string {
  return pathTo('/api/lists', list)
}

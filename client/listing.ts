import type { List } from './transaction.ts'

/** A list: `await` gives its first page, `for await` every item of every page, each page fetched when it is reached. */
export type Listing<Item> = Promise<List<Item>> & AsyncIterable<Item>

/** @param pageAt fetches the page after a cursor, the first one without */
export function listing<Item>(pageAt: (cursor?: string) => Promise<List<Item>>): Listing<Item> {
  const first = pageAt()
  return Object.assign(first, { [Symbol.asyncIterator]: () => everyItem(first, pageAt) })
}

async function* everyItem<Item>(
  first: Promise<List<Item>>,
  pageAt: (cursor: string) => Promise<List<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await first
  yield* page.items
  while (page.next_cursor !== null) {
    page = await pageAt(page.next_cursor)
    yield* page.items
  }
}

import type { TransactionHistory } from './transaction-history.ts'

/** Finds definitive answers that changed: a final status stays the same in every later answer. */
export function answersChanged({ namings, transaction }: TransactionHistory): string[] {
  return namings.flatMap(({ exchange, answer }) => {
    const record = transaction(answer.transactionId)
    if (answer.class !== 'yes' || !record) return []
    const isSame = record.status === answer.status && record.code === answer.code
    const told = `${answer.status} ${answer.code}`
    return isSame ? [] : [`${exchange.operation} was told ${told}, the record says ${record.status} ${record.code}`]
  })
}

/** Finds answered transactions that are missing in the database. */
export function outcomesLost({ namings, transaction }: TransactionHistory): string[] {
  const lost = namings.filter(({ answer }) => !transaction(answer.transactionId))
  return lost.map(({ exchange, answer }) => `${exchange.operation} was told of ${answer.transactionId}, which is gone`)
}

/** Finds charges of rejected requests and of declined transactions. */
export function refusalsCharged({ journal, namings, exchangesOf, outcomes, chargesOf }: TransactionHistory): string[] {
  const refused = journal.operations.filter(({ name }) => {
    const answers = exchangesOf(name).map(({ answer }) => answer)
    return answers.length > 0 && answers.every((answer) => answer.class === 'no' && answer.holderId === null)
  })
  const executed = refused.filter(({ name }) => outcomes(name).length > 0)
  const declined = new Map(namings.map(({ answer }) => [answer.transactionId, answer]))
  const charged = [...declined.values()].filter((answer) => {
    const isNo = answer.class === 'yes' && answer.status !== 'APPROVED'
    return isNo && chargesOf(answer.transactionId).some(({ state }) => state === 'CHARGED')
  })
  return [
    ...executed.map(({ name }) => `${name} was refused and executed all the same`),
    ...charged.map(({ transactionId }) => `${transactionId} was told as not approved and is charged`),
  ]
}

/**
 * Finds copies of one request that were answered with several transactions; clicks on a session's page may be attempts
 * of their own.
 */
export function copiesDiffer({ journal, exchangesOf, transaction }: TransactionHistory): string[] {
  return journal.operations
    .filter(({ kind }) => kind !== 'READ')
    .flatMap(({ name }) => {
      const answers = exchangesOf(name).map(({ answer }) => answer)
      const named = answers.flatMap((answer) => ('transactionId' in answer ? [answer.transactionId] : []))
      const orders = named.filter((id) => !transaction(id)?.sessionId)
      const executed = new Set(orders.filter((id) => transaction(id)?.status !== 'INVALID'))
      return executed.size > 1 ? [`${name} was told of ${[...executed].join(' and ')}`] : []
    })
}

/** In the end the client knows what came of everything; an answer that the interface does not know is a failure too. */
export function unresolvedForClient({ journal, exchangesOf }: TransactionHistory): string[] {
  const odd = journal.exchanges.flatMap(({ operation, request, answer }) =>
    answer.class === 'odd' ? [`${operation}: ${request} was answered ${answer.why}`] : [],
  )
  const unknown = journal.operations.filter(({ name }) => {
    const answers = exchangesOf(name)
    return answers.length > 0 && answers.every(({ answer }) => answer.class === 'unsure')
  })
  return [...odd, ...unknown.map(({ name }) => `nobody ever said what came of ${name}`)]
}

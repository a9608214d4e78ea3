import type { OpenGateway } from '#app/open-gateway.ts'
import { deliverDue } from '#events/deliver.ts'
import type { WebhookDispatcher } from '#events/webhook-dispatcher.ts'
import { askAgain } from '#flows/agreements/ask-again.ts'
import { endAgreements } from '#flows/agreements/end-agreements.ts'
import { archiveOld } from '#flows/archive/archive.ts'
import { reviewDue } from '#flows/disputes/review-disputes.ts'
import { warnOfDeadlines } from '#flows/disputes/warnings.ts'
import { eraseByAge, eraseDue } from '#flows/erasures/erase-due.ts'
import { dateAuthorizations, expireAuthorizations } from '#flows/expiry/expire-due.ts'
import type { Gateway } from '#flows/gateway.ts'
import { cardReencryptionTask } from '#flows/keys/move-cards.ts'
import { rotationTask } from '#flows/keys/rotation-task.ts'
import { closeNextDay } from '#flows/ledger/close-day.ts'
import { proveNightly } from '#flows/ledger/proofs.ts'
import { checkPages } from '#flows/page-checks/check-pages.ts'
import { recordExpiredLinks } from '#flows/payment-links/record-expired-links.ts'
import { hidePeopleInRules } from '#flows/rules/hide-stored-rules.ts'
import { recordExpiredSessions } from '#flows/sessions/record-expired-sessions.ts'
import { cardDatingTask } from '#flows/stored-cards/date-cards.ts'
import { warnOfExpiringCards } from '#flows/stored-cards/warn-of-expiring-cards.ts'
import { secretErasureTask } from '#flows/worker/erase-secrets.ts'
import { paymentIndexTask } from '#flows/worker/index-payments.ts'
import { forgetRecords } from '#flows/worker/purge-records.ts'
import { expireAbandoned, inquireDue } from '#flows/worker/reconcile-pending.ts'
import { repeatAcquirerMessages } from '#flows/worker/repeat-acquirer-messages.ts'
import { reverseDue } from '#flows/worker/reverse-due.ts'
import { warnOfEndingSecrets } from '#flows/worker/warn-of-ending-secrets.ts'
import { observeMail } from '#http/monitoring/worker-metrics.ts'
import { sendDueMails } from '#mail/send-due-mails.ts'
import { recountInNewZone } from '#store/analytics/payment-counts.ts'
import { EXPIRING_TABLES, purgeExpired } from '#store/archive/purge-expired.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import { purgeOldCredentials } from '#store/merchants/provider-credentials.ts'
import { purgeOldSessions } from '#store/people/dashboard-sessions.ts'
import { disableUnusedPeople } from '#store/people/people.ts'
import { purgeCountedPayments } from '#store/rules/counted-payments.ts'
import { type DueKind, findDueWork } from '#store/schema/due-work.ts'
import { analyzeYoungTables } from '#store/schema/young-tables.ts'
import { expireWithLostSecrets } from '#store/transactions/pending-transactions.ts'
import { lookout } from './lookout.ts'

/** Background task: a query that claims due rows, repeated. */
export interface WorkerTask {
  readonly name: string
  /** Pause when there is nothing left; grows while nothing is found (`nextIdlePause`). */
  readonly pauseMs: number
  /** @returns true if there may be more to do now, or the milliseconds until then */
  run(): Promise<boolean | number>
}

/** All tasks of the worker, each in a separate loop so that none delays another. */
export function workerTasks(
  { gateway, simulators, iso8583 }: Pick<OpenGateway, 'gateway' | 'simulators' | 'iso8583'>,
  dispatcher: WebhookDispatcher,
): readonly WorkerTask[] {
  const isDue = lookout(() => findDueWork(gateway.sql))
  const due = (kind: DueKind, run: WorkerTask['run']) => async () => (await isDue(kind)) && run()
  return [
    { name: 'deliver events', pauseMs: 100, run: async () => (await deliverDue(dispatcher)) > 0 },
    { name: 'expire abandoned', pauseMs: 500, run: due('payments', () => expireAbandoned(gateway)) },
    { name: 'inquire', pauseMs: 500, run: due('payments', () => inquireDue(gateway)) },
    { name: 'reverse charges', pauseMs: 1000, run: due('reversals', () => reverseDue(gateway).then(() => false)) },
    { name: 'repeat acquirer messages', pauseMs: 1000, run: () => repeatAcquirerMessages(gateway, iso8583) },
    { name: 'expire interrupted', pauseMs: 2000, run: () => expireWithLostSecrets(gateway.sql).then(() => false) },
    { name: 'expire authorizations', pauseMs: 500, run: due('authorizations', () => expireAuthorizations(gateway)) },
    { name: 'ask again', pauseMs: 500, run: due('payments', () => askAgain(gateway)) },
    { name: 'end agreements', pauseMs: 1000, run: due('agreements', () => endAgreements(gateway)) },
    { name: 'date authorizations', pauseMs: 60_000, run: () => dateAuthorizations(gateway) },
    { name: 'tell ended sessions', pauseMs: 1000, run: due('sessions', () => recordExpiredSessions(gateway)) },
    { name: 'warn of ending secrets', pauseMs: 1000, run: due('secrets', () => warnOfEndingSecrets(gateway)) },
    { name: 'warn of expiring cards', pauseMs: 1000, run: due('cards', () => warnOfExpiringCards(gateway)) },
    { name: 'review disputes', pauseMs: 1000, run: due('reviews', () => reviewDue(gateway)) },
    { name: 'warn of dispute deadlines', pauseMs: 1000, run: due('deadlines', () => warnOfDeadlines(gateway)) },
    { name: 'date cards', pauseMs: 60_000, run: cardDatingTask(gateway) },
    { name: 'tell ended links', pauseMs: 1000, run: due('links', () => recordExpiredLinks(gateway)) },
    { name: 'erase personal data', pauseMs: 500, run: due('erasures', () => eraseDue(gateway)) },
    { name: 'hide people in rules', pauseMs: 60_000, run: () => hidePeopleInRules(gateway) },
    { name: 'erase by age', pauseMs: 10_000, run: () => eraseByAge(gateway) },
    { name: 'erase secrets', pauseMs: 5000, run: secretErasureTask(gateway) },
    { name: 'gather payments', pauseMs: 1000, run: paymentIndexTask(gateway) },
    { name: 'analyze young tables', pauseMs: 2000, run: () => analyzeYoungTables(gateway.sql).then(() => false) },
    { name: 'count in new zones', pauseMs: 5000, run: () => recountInNewZone(gateway.sql) },
    { name: 'close days', pauseMs: 20_000, run: () => closeNextDay(gateway) },
    { name: 'rotate keys', pauseMs: 500, run: rotationTask(gateway) },
    { name: 'move cards', pauseMs: 2000, run: cardReencryptionTask(gateway) },
    ...(simulators ? [{ name: 'send notices', pauseMs: 200, run: simulators.sendDueNotices }] : []),
    ...(simulators ? [{ name: 'pursue disputes', pauseMs: 200, run: simulators.pursueDisputes }] : []),
    { name: 'prove the ledger', pauseMs: 600_000, run: () => proveNightly(gateway) },
    { name: 'check payment pages', pauseMs: 60_000, run: () => checkPages(gateway, renderOwnPages) },
    ...(gateway.settings.mail
      ? [{ name: 'send mails', pauseMs: 500, run: due('mails', () => sendDueMails(gateway, observeMail)) }]
      : []),
    { name: 'forget', pauseMs: 60_000, run: () => forget(gateway) },
    { name: 'forget counted payments', pauseMs: 60_000, run: () => purgeCountedPayments(gateway.sql) },
    { name: 'forget records', pauseMs: 60_000, run: () => forgetRecords(gateway) },
    { name: 'archive', pauseMs: 60_000, run: () => archiveOld(gateway) },
  ]
}

/** Loaded on demand, because the worker shows no pages. */
const renderOwnPages: typeof import('#http/own-pages.ts').renderOwnPages = async (gateway, shown) =>
  (await import('#http/own-pages.ts')).renderOwnPages(gateway, shown)

async function forget({ sql, settings }: Gateway): Promise<boolean> {
  for (const table of EXPIRING_TABLES) await withLongTimeout(sql, (patient) => purgeExpired(patient, table))
  await withLongTimeout(sql, purgeOldCredentials)
  // The people of a demo stay.
  if (settings.realm === 'production') await withLongTimeout(sql, disableUnusedPeople)
  await withLongTimeout(sql, (patient) => purgeOldSessions(patient, settings.dashboardIdleSeconds))
  return false
}

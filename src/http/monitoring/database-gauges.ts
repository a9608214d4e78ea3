import { Gauge, register } from 'prom-client'
import { currentFigures, statementsInProgress } from '#flows/database-metrics.ts'
import type { Gateway } from '#flows/gateway.ts'
import { isReady } from '#flows/requests/availability.ts'
import { ifAvailable } from './if-available.ts'

/** Takes the maximum, because all processes report the same values. */
const GAUGES = {
  unknownOutcomes: {
    name: 'tollgate_unknown_outcomes',
    help: 'Transactions whose provider has not said for a minute whether it charged; at most 10000.',
  },
  overdueSeconds: {
    name: 'tollgate_pending_overdue_seconds',
    help: 'How long the pending transaction that is most overdue has waited for the worker.',
  },
  deliveriesPending: {
    name: 'tollgate_webhook_deliveries_pending',
    help: 'Deliveries of events that are not over; at most 10000.',
  },
  deliveryOverdueSeconds: {
    name: 'tollgate_webhook_overdue_seconds',
    help: 'How long the delivery that is most overdue has waited.',
  },
  mailsPending: {
    name: 'tollgate_mails_pending',
    help: 'Emails that wait for the mail server; at most 10000.',
  },
  mailOverdueSeconds: {
    name: 'tollgate_mail_overdue_seconds',
    help: 'How long the email that is most overdue has waited.',
  },
  searchLagSeconds: {
    name: 'tollgate_search_lag_seconds',
    help: 'How far the worker is behind with what payments are searched by and counted.',
  },
  ledgerProofAgeSeconds: {
    name: 'tollgate_ledger_proof_age_seconds',
    help: 'How long ago the newest proof of the ledger that ended began; without one, how long the gateway is there.',
  },
  ledgerDiscrepancies: {
    name: 'tollgate_ledger_discrepancies',
    help: 'Discrepancies that the newest proof of the ledger found.',
  },
  connections: {
    name: 'tollgate_database_connections',
    help: 'Connections of all processes to the database.',
  },
  connectionsActive: {
    name: 'tollgate_database_connections_active',
    help: 'Connections of all processes to the database that are at work.',
  },
  connectionsFree: {
    name: 'tollgate_database_connections_free',
    help: 'Connections that the database server accepts before a limit of it, of the database or of the role is reached.',
  },
  backupAgeSeconds: {
    name: 'tollgate_backup_age_seconds',
    help: 'Age of the newest backup by the command; without one, of the gateway.',
  },
  pageChanges: {
    name: 'tollgate_page_changed',
    help: 'Differences between the payment pages that shoppers get and those of this release.',
  },
  pageCheckAgeSeconds: {
    name: 'tollgate_page_check_age_seconds',
    help: 'Age of the last check that loaded all payment pages; without one, of the gateway.',
  },
  secretsOverdueSeconds: {
    name: 'tollgate_security_codes_overdue_seconds',
    help: 'Time for which the security code of a completed payment has been on the disk.',
  },
  clockSkewSeconds: {
    name: 'tollgate_clock_skew_seconds',
    help: 'Difference between the clocks of this machine and of the database.',
  },
} as const

const UP = { name: 'tollgate_database_up', help: '1 while the database answers and takes writes.' }

const UNDER_WAY = {
  name: 'tollgate_database_statements_under_way',
  help: 'Statements and SQL transactions that processes wait for, those without a connection yet included.',
}

/** Runs three statements per process and scrape. */
export function addDatabaseGauges(gateway: Gateway): void {
  for (const { name } of [...Object.values(GAUGES), UP, UNDER_WAY]) register.removeSingleMetric(name)
  const gauges = Object.entries(GAUGES).map(([figure, description]) => ({
    figure: figure as keyof typeof GAUGES,
    gauge: new Gauge({ ...description, aggregator: 'max' }),
  }))
  const figuresInTime = ifAvailable(() => currentFigures(gateway))
  const readyInTime = ifAvailable(() => isReady(gateway))
  const up = new Gauge({
    ...UP,
    aggregator: 'min',
    async collect() {
      const [isUp, figures] = await Promise.all([readyInTime(), figuresInTime()])
      up.set(isUp ? 1 : 0)
      for (const { figure, gauge } of gauges) if (figures) gauge.set(figures[figure])
    },
  })
  const underWay: Gauge = new Gauge({
    ...UNDER_WAY,
    aggregator: 'sum',
    collect() {
      underWay.set(statementsInProgress())
    },
  })
}

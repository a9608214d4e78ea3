import { databaseUrl, key, listOf, text } from '#app/config/kinds.ts'
import type { Setting } from '#app/config/setting.ts'

/** Settings of `merchant move` for the other group, beside those of the group that the merchant leaves. */
export const MOVE_SETTINGS = {
  databaseUrl: {
    name: 'MOVE_TO_DATABASE_URL',
    kind: databaseUrl,
    why: "PostgreSQL of the other group, with a superuser's role.",
  },
  masterKey: { name: 'MOVE_TO_MASTER_KEY', kind: key, why: 'Master key of the other group.' },
  replicationUrl: {
    name: 'MOVE_REPLICATION_URL',
    kind: databaseUrl,
    why: "This group's PostgreSQL as the other group's server reaches it (default DATABASE_URL).",
  },
  replicationUrlBack: {
    name: 'MOVE_TO_REPLICATION_URL',
    kind: databaseUrl,
    why: "The other group's PostgreSQL as this group's server reaches it (default MOVE_TO_DATABASE_URL).",
  },
  proxies: {
    name: 'PROXY_SOCKETS',
    kind: listOf(text),
    why: 'Admin sockets of the HAProxies: paths, or host:port.',
  },
  map: { name: 'PROXY_MAP', kind: text, fallback: '/etc/haproxy/homes.map', why: 'The map, as HAProxy names it.' },
} satisfies Record<string, Setting<unknown>>

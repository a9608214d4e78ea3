import { flag, oneOf, origin, seconds, text } from './kinds.ts'
import { setting } from './setting.ts'
import { apiKey } from './three-ds-server.ts'

export const DASHBOARD_SETTINGS = {
  dashboard: setting('DASHBOARD', flag, { fallback: 'on' }, 'Enable the dashboard.'),
  dashboardUrl: setting(
    'DASHBOARD_URL',
    origin,
    { otherwise: 'BASE_URL' },
    'URL of the dashboard if processes of its own serve it (PROCESSES=dashboard); on another host name than BASE_URL. The API then redirects /dashboard to it.',
  ),
  dashboardMfa: setting(
    'DASHBOARD_MFA',
    oneOf('required', 'optional'),
    { otherwise: 'optional in uat, required in production' },
    'Require a second factor; production accepts only required. Your own identity provider decides this for its users.',
  ),
  dashboardClientId: setting(
    'DASHBOARD_CLIENT_ID',
    text,
    { otherwise: 'none' },
    'OAuth client ID of the dashboard at AUTH_URL. Without it, no user can sign in.',
  ),
  dashboardClientSecret: setting(
    'DASHBOARD_CLIENT_SECRET',
    apiKey,
    { otherwise: 'none' },
    'OAuth client secret of the dashboard at your identity provider.',
  ),
  dashboardRoleClaim: setting(
    'DASHBOARD_ROLE_CLAIM',
    text,
    { otherwise: 'none, users are invited' },
    "Claim with roles in your identity provider's ID tokens, for example <merchant_id>:owner or platform-admin.",
  ),
  dashboardIdleSeconds: setting(
    'DASHBOARD_IDLE_SECONDS',
    seconds,
    { fallback: '900' },
    'Idle seconds after which a dashboard user must sign in again.',
  ),
  dashboardSessionSeconds: setting(
    'DASHBOARD_SESSION_SECONDS',
    seconds,
    { fallback: '43200' },
    'Maximum seconds of a dashboard session.',
  ),
}

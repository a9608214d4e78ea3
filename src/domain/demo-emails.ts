/** Emails of the people in `demo.json`, which production refuses (docs/reference/running.md#the-demo-file). */
export const DEMO_EMAILS = { merchant: 'merchant@tollgate.example', operator: 'operator@tollgate.example' } as const

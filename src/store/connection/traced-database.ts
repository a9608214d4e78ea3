/** What a trace knows of the database (OpenTelemetry's conventions); a statement's text would add nothing but length. */
export const DATABASE = { 'db.system.name': 'postgresql' }

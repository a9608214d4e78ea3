import { formatsFor } from '#http/request/formats.ts'

/** Lines of findings about what a schema has no words for (docs/integrate/other-languages.md#what-no-schema-says). */
export const RULES: readonly RegExp[] = [
  // Forms of texts that JSON Schema does not know: the document names them by format and description.
  ...Object.values(formatsFor('uat')).map(({ message }) => new RegExp(`: ${RegExp.escape(message)}$`)),
  /: Send an absolute https address with a host/,
  /: Remove NUL characters and lone surrogates/,
  /: Send a card number with a valid length/,
  / expiration_(month: Send a month from 1 to 12|year: Send a year of four digits)\.$/,
  / private_key: Send an unencrypted P-256 private key in PEM/,
  // 1.0 is an integer in JSON Schema, and a number is taken as it is written.
  /: Send an integer( of minor units, .*| or null)?\. \[-?\d+(\.0+|(\.\d+)?e\+?\d+)\]$/i,
  // Names and texts that depend on the field.
  / payment_methods\.\d+: Use one of card, /,
  /\/api\/views .* filters\..*: Use q, status, type, /s,
  /\/evaluate .*: Use a field of rules that is no counter/s,
  /\/provider-accounts(\/\w+)? .* credentials\..*: Use one of /s,
  /\/api\/transactions\/manage .* metadata\..*: Use a string; follow-ups accept no other metadata/s,
  // The kind and the field of a rule decide what its other members may be.
  / 422 rules\[\d+\]/,
  // What one field asks of another.
  /: Send one of cursor, after and before/,
  / from: (Use a day on or before `to`|Use at most (400|366) days)/,
  / to: Use a day up to today/,
  /: Add this field; this payment method needs it/,
  /: Use PURCHASE; this payment method charges immediately/,
  /: (Add the eci|Omit eci)/,
  /: Add the IFSC of the beneficiary/,
  /: Omit merchant_id for platform roles/,
  /: Use a time after created_from/,
  /: (Add customer_id or email|Use customer_id or email, not both)/,
  /: Add the days between charges/,
  / agreement\.(purpose|description): Add this field\.$/,
  / agreement(\.\w+)?: (Send either the id of an agreement or the terms|Omit it; a charge has its agreement)/,
  / tokenization\.save_card_for_future_payments: Set it to true; an agreement needs a stored card/,
  / options\.three_ds\.exemption: Omit the exemption; this payment needs a challenge/,
  / include_created: Send it with status DISABLED/,
  / options\.capture_by: Omit capture_by; only an AUTHORIZE is captured later/,
  / block: Omit this field, or use the outcome FRAUD/,
  /\/api\/payment-links 422 amount: Add an amount, or null with amount_min and amount_max/,
  /\/api\/payment-links 422 amount_(min|max): (Add this field; the shopper|Omit this field; the amount)/,
  /\/api\/payment-links 422 amount_max: Use amount_min or more/,
  /\/api\/lists\/[^/ ]+ 422 (kind|value|kinds): (Add this field\.$|Omit this field, or )/,
  // A form without fields has no byte.
  /: The body is empty/,
  // What there is already, and what there is not.
  / (agreement\.)?ends_on: Use today or a later day/,
  /: Use a time later than now/,
  /: Use a time within a year, or null for never/,
  /: Only clients of an external identity provider have one/,
  /next_cursor of a previous response/,
  /: This key was used with another body/,
  / id: A customer with this ID already exists/,
  / name: A view with this name already exists/,
  /: Another merchant uses this client/,
  /: (No such terminal|No such merchant|No such provider account|Use the ID of one of your terminals|Use only provider account IDs)/,
  /: Use a supported provider/,
  // Names in a configuration.
  /: (No [a-z ]+ has the name|Several merchants have this name|Two of them have the name|\S.* is here twice)/,
  /: No value is stored; give one/,
  // Addresses that fit an operation with an ID too, which has another method.
  /^Allow header mismatch: OPTIONS \/api\/(events\/redeliver-failed|lists\/[^/]+\/import) 405 /,
  // A deprecated parameter, whose description says that it answers what another operation does.
  /^Response violates schema: GET \/api\/transactions\?(.*&)?count=true/,
]

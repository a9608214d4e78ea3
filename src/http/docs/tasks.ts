export interface RoleTasks {
  readonly who: string
  readonly about: string
  readonly tasks: readonly (readonly [document: string, words: string])[]
}

export const TASKS: readonly RoleTasks[] = [
  {
    who: 'Shop owner',
    about: 'You sell and manage payments.',
    tasks: [
      ['docs/integrate/sell-with-a-link.md', 'Sell with a link'],
      ['docs/dashboard/find-a-payment.md', 'Find a payment'],
      ['docs/dashboard/refund-capture-void.md', 'Refund a payment'],
      ['docs/dashboard/answer-a-dispute.md', 'Answer a dispute'],
      ['docs/dashboard/lists-and-reviews.md', 'Stop fraud'],
      ['docs/dashboard/money-and-reports.md', 'See what you are owed'],
      ['docs/dashboard/invite-your-team.md', 'Invite your team'],
      ['docs/dashboard/README.md', 'All about the dashboard'],
    ],
  },
  {
    who: 'Developer',
    about: 'You connect a shop to the gateway.',
    tasks: [
      ['docs/integrate/hosted-page.md', 'Use the payment page'],
      ['docs/integrate/embedded-fields.md', 'Put card fields in your page'],
      ['docs/integrate/card-payments.md', 'Take cards from your server'],
      ['docs/integrate/captures-and-refunds.md', 'Capture and refund'],
      ['docs/integrate/webhooks.md', 'Receive webhooks'],
      ['docs/integrate/test-values.md', 'Test cards and outcomes'],
      ['client/README.md', 'Use the client library'],
      ['docs/reference/README.md', 'Look up a rule'],
    ],
  },
  {
    who: 'Operator',
    about: 'You run the gateway for shops.',
    tasks: [
      ['docs/operate/install.md', 'Install and upgrade'],
      ['docs/operate/go-live.md', 'Go live'],
      ['docs/providers/README.md', 'Connect a payment provider'],
      ['docs/operate/keys.md', 'Keep the keys'],
      ['docs/operate/monitoring.md', 'Monitor it'],
      ['docs/operate/incidents.md', 'Solve an incident'],
      ['docs/operate/backups.md', 'Back up and recover'],
      ['docs/operate/README.md', 'All about operating'],
    ],
  },
]

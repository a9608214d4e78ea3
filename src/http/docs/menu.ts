/** Group of the menu: the documents of a folder, and single ones. */
interface Group {
  readonly title: string
  readonly about: string
  readonly folder?: string
  readonly documents: readonly string[]
}

/** Menu of the site. A folder's index gives the order of its documents, else `docs/README.md`. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Integrate',
    about: 'Take payments from your own code: guides from the first payment to settlement reports.',
    folder: 'docs/integrate',
    documents: [
      'client/README.md',
      'embedded-fields/README.md',
      'plugins/medusa/README.md',
      'plugins/vendure/README.md',
      'examples/shop/README.md',
    ],
  },
  {
    title: 'Reference',
    about: 'What the interface promises, rule by rule.',
    folder: 'docs/reference',
    documents: ['docs/reference/README.md'],
  },
  {
    title: 'Dashboard',
    about: 'For shop owners and staff: payments, refunds, reports and your team.',
    folder: 'docs/dashboard',
    documents: ['docs/dashboard/README.md'],
  },
  {
    title: 'Operate',
    about: 'Install, secure, monitor and recover a gateway.',
    folder: 'docs/operate',
    documents: ['docs/operate/README.md'],
  },
  {
    title: 'Providers',
    about: 'Payment providers and 3-D Secure servers: requirements, setup and support.',
    folder: 'docs/providers',
    documents: ['docs/providers/README.md'],
  },
  {
    title: 'Project',
    about: 'How Tollgate is built, why it is so, and what changed.',
    documents: [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/contribute/flows.md',
      'docs/contribute/secrets.md',
      'docs/contribute/add-a-provider.md',
      'docs/contribute/design.md',
      'docs/contribute/upgrade-tests.md',
      'docs/contribute/languages.md',
      'docs/contribute/release.md',
      'docs/glossary.md',
      'docs/README.md',
      'docs/decisions/README.md',
      'CHANGELOG.md',
      'SECURITY.md',
    ],
  },
]

/** Folder of the decisions. The menu has only their index, because they are many. */
export const DECISIONS = 'docs/decisions'

/** Current addresses of pages that were moved, by their previous ones. */
export const MOVED_PAGES: ReadonlyMap<string, string> = new Map([
  ['/docs/design', '/docs/contribute/design'],
  ['/docs/errors', '/docs/reference/processing-codes'],
  ['/docs/integrate/dashboard', '/docs/dashboard'],
  ['/docs/operate/benchmark', '/docs/operate/capacity'],
  ['/docs/operate/cluster', '/docs/operate/high-availability'],
  ['/docs/operate/keycloak', '/docs/operate/external-identity-provider'],
])

/** Names on the site of documents outside `docs/`. */
const NAMES: Readonly<Record<string, string>> = {
  'README.md': 'first-look',
  'ARCHITECTURE.md': 'architecture',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'security',
  'docs/README.md': 'documents',
  'client/README.md': 'client',
  'embedded-fields/README.md': 'embedded-fields-package',
  'plugins/medusa/README.md': 'medusa',
  'plugins/vendure/README.md': 'vendure',
  'examples/shop/README.md': 'shop',
}

/** URL of a document: `docs/operate/keys.md` at `/docs/operate/keys`, a folder's README at the folder's own name. */
export function addressOfDocument(path: string): string {
  return `/docs/${NAMES[path] ?? path.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '')}`
}

/**
 * The rooms of the house: every layer of app/ has the same ones, named by what people do there. They stand in one row: a
 * room may use those before it, as its line says, and none behind it. `npm run lint` holds it (.dependency-cruiser.js);
 * docs/architecture.md shows it.
 */

type Room = { name: string; what: string; uses: readonly string[] }

export const ROOMS: readonly Room[] = [
  { name: 'kernel', what: 'the words that all share: money, assets, wallets, refusals, rows, forms', uses: [] },
  { name: 'languages', what: 'the reader’s language and its words', uses: ['kernel'] },
  {
    name: 'references',
    what: 'the number that tells payments apart, and the request that carries it',
    uses: ['kernel'],
  },
  { name: 'letters', what: 'which letter goes to whom, once', uses: ['kernel'] },
  {
    name: 'screening',
    what: 'sanctions lists: read, kept, compared with people and wallets; what a person decides of it',
    uses: ['kernel', 'letters'],
  },
  {
    name: 'accounts',
    what: 'registering, signing in, who somebody is and may see',
    uses: ['kernel', 'languages', 'references', 'letters', 'screening'],
  },
  { name: 'prices', what: 'what an asset is worth, and which service said so', uses: ['kernel'] },
  {
    name: 'ledger-payments',
    what: 'what arrived on a ledger, and whether it counts',
    uses: ['kernel', 'references'],
  },
  {
    name: 'books',
    what: 'our money and our clients’ apart: what is booked, and whether the ledgers agree',
    uses: ['kernel', 'ledger-payments'],
  },
  {
    name: 'fees',
    what: 'the service fee: quote, coupon, payment, receipt',
    uses: ['kernel', 'references', 'letters', 'screening', 'accounts', 'prices', 'ledger-payments'],
  },
  {
    name: 'escrow',
    what: 'the record of one escrow: its facts, stage, parties',
    uses: ['kernel', 'references', 'letters', 'ledger-payments'],
  },
  {
    name: 'agreement',
    what: 'what both sides agreed: dates, the clocks that run by them, what follows on silence',
    uses: ['kernel', 'letters', 'escrow'],
  },
  {
    name: 'waiting',
    what: 'hearing that something has changed, on a page that waits for it',
    uses: ['kernel', 'accounts', 'escrow'],
  },
  {
    name: 'payouts',
    what: 'money out: to whom, to which wallet, exactly once',
    uses: ['kernel', 'letters', 'screening', 'prices', 'books', 'escrow'],
  },
  {
    name: 'resellers',
    what: 'who hands codes on: earnings, their payout, their own page',
    uses: ['kernel', 'languages', 'references', 'letters', 'accounts', 'prices', 'ledger-payments', 'fees', 'payouts'],
  },
  {
    name: 'refunds',
    what: 'the buyer asks for the money back',
    uses: ['kernel', 'letters', 'escrow', 'agreement', 'payouts'],
  },
  {
    name: 'disputes',
    what: 'the operator decides',
    uses: ['kernel', 'letters', 'escrow', 'agreement', 'payouts', 'refunds'],
  },
  {
    name: 'documents',
    what: 'papers: kept, presented, examined, deleted',
    uses: ['kernel', 'languages', 'letters', 'screening', 'accounts', 'escrow', 'agreement', 'payouts', 'refunds'],
  },
  {
    name: 'opening',
    what: 'opening an escrow, funding it, calling it off',
    uses: [
      'kernel',
      'references',
      'letters',
      'screening',
      'accounts',
      'prices',
      'ledger-payments',
      'fees',
      'escrow',
      'agreement',
      'payouts',
      'refunds',
      'documents',
    ],
  },
  {
    name: 'outcomes',
    what: 'what a clock does that runs out',
    uses: [
      'kernel',
      'letters',
      'ledger-payments',
      'fees',
      'escrow',
      'agreement',
      'payouts',
      'refunds',
      'disputes',
      'documents',
      'opening',
    ],
  },
  {
    name: 'reminders',
    what: 'what waits for somebody, told again in time',
    uses: ['kernel', 'letters', 'accounts', 'escrow', 'agreement', 'opening'],
  },
  {
    name: 'cases',
    what: 'payments that fit nothing, until a person says what they are for',
    uses: ['kernel', 'references', 'letters', 'ledger-payments', 'fees', 'escrow', 'payouts', 'opening'],
  },
  {
    name: 'lookup',
    what: 'the pages of one escrow, and of all of a person’s',
    uses: [
      'kernel',
      'languages',
      'references',
      'letters',
      'accounts',
      'ledger-payments',
      'fees',
      'escrow',
      'agreement',
      'payouts',
      'refunds',
      'disputes',
      'documents',
      'opening',
    ],
  },
  {
    name: 'statement',
    what: 'an escrow on paper',
    uses: [
      'kernel',
      'languages',
      'accounts',
      'ledger-payments',
      'escrow',
      'agreement',
      'payouts',
      'refunds',
      'disputes',
      'documents',
    ],
  },
  {
    name: 'audit',
    what: 'that what was written down stays as it was, and can be shown to others',
    uses: ['kernel', 'accounts', 'escrow'],
  },
  {
    name: 'figures',
    what: 'what happened in a day, a week, a month, added up',
    uses: ['kernel', 'audit'],
  },
  {
    name: 'settings',
    what: 'the own page: saved wallets, a copy of everything, closing the account',
    uses: [
      'kernel',
      'languages',
      'references',
      'letters',
      'accounts',
      'ledger-payments',
      'fees',
      'escrow',
      'payouts',
      'refunds',
      'disputes',
      'documents',
      'lookup',
    ],
  },
  {
    name: 'upkeep',
    what: 'the net below the jobs, tidying up, health, and who is told of trouble',
    uses: [
      'kernel',
      'letters',
      'screening',
      'accounts',
      'prices',
      'ledger-payments',
      'books',
      'escrow',
      'agreement',
      'waiting',
      'payouts',
      'disputes',
      'documents',
      'reminders',
      'resellers',
      'settings',
    ],
  },
  {
    name: 'desk',
    what: 'the operator’s pages',
    uses: [
      'kernel',
      'letters',
      'screening',
      'accounts',
      'prices',
      'ledger-payments',
      'books',
      'fees',
      'escrow',
      'payouts',
      'resellers',
      'disputes',
      'lookup',
      'audit',
      'figures',
      'upkeep',
    ],
  },
  {
    name: 'site',
    what: 'the frame of every page, and pages for everybody',
    uses: ['kernel', 'languages', 'letters', 'screening', 'accounts', 'prices', 'books', 'fees'],
  },
]

/** Files whose work is to bring rooms together; each with its reason. Nothing else may enter a room out of turn. */
export const JOINS: readonly { file: string; why: string }[] = [
  { file: 'app/emails/letters/letters.ts', why: 'The catalogue of all letters: a name, and the room that words it.' },
  {
    file: 'app/workflows/ledger-payments/record-ledger-payments.server.ts',
    why: 'What arrives is handed to what it is for: a fee, an escrow, or a case.',
  },
]

/** The layers that have rooms. Files that lie in a layer itself are its door: ports, catalogues, what all rooms get. */
export const LAYERS = [
  'domain',
  'db',
  'workflows',
  'queries',
  'services',
  'emails',
  'i18n',
  'web',
  'ui',
  'routes',
] as const

/** A folder holds about this many files, tests not counted: more are two ideas. */
export const MOST_FILES = 15

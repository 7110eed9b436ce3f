/** Every page of the app, as requested by somebody of a filled database (fill.ts). */
import { ADMIN_LISTS, type AdminListName, LIST_FACTS } from '#app/admin/domain/lists.ts'
import { newsAddress } from '#app/live/domain/news-path.ts'
import { hashOf, type KNOWN, keyOf, txidOf } from './fill.ts'

export type Visitor = keyof typeof KNOWN | null

export type Visit = {
  name: string
  /** The module that answers, below app/. */
  file: string
  path: string
  as: Visitor
  params?: Record<string, string>
}

/** Rows that fill.ts has made, by kind; the escrow is one between `buyer` and `seller`. */
export type Sights = {
  /** The n of the newest released escrow, in our custody, of the buyer with twenty. */
  own: number
  /** An on-chain escrow of the same buyer. */
  held: number
  /** Of a seller with twenty. */
  sold: number
  /** Released long ago, with a document. */
  released: number
  /** The number of the same buyer's newest receipt. */
  receipt: string
  disputed: number
  reseller: string
  /** Tokens and positions in lists, as in addresses. */
  casesLater: string
  disputesLater: string
  escrowsLater: string
  paymentsLater: string
}

const desk = (name: string, file: string, path: string, params?: Record<string, string>): Visit => ({
  name: `desk: ${name}`,
  file: `admin/routes/${file}`,
  path,
  as: 'operator',
  ...(params && { params }),
})

/** Searches besides those for rows of the filled database. */
const SOUGHT = [
  'person-2@example.org',
  'person-2',
  'GBDEVU63Y6NTHJQQZIKVTC23NWLQVP3WJ2RI2OTSJTNYOIGICST6DUXR',
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  '1000017',
]

/** A list from each position, in each state, for each asset, and with each search. */
function visitsOfList(list: AdminListName, at: { txid: string; later: string }): Visit[] {
  const { states } = LIST_FACTS[list]
  const queries = [
    '',
    'from=2020-01-01&to=2030-01-01',
    `after=${at.later}`,
    `before=${at.later}`,
    'asset=USDC',
    `asset=XLM&after=${at.later}`,
    ...states.flatMap((state) => [`state=${state}`, `state=${state}&after=${at.later}`]),
    ...[...SOUGHT, at.txid, hashOf('a', 17), hashOf('c', 17)].map((q) => `q=${encodeURIComponent(q)}`),
  ]
  return [
    ...queries.map((query) =>
      desk(`${list} ${query}`, 'list/route.tsx', `/admin-panel/lists/${list}?${query}`, { list }),
    ),
    desk(`${list} as a file`, 'list-csv.ts', `/admin-panel/lists/${list}/csv`, { list }),
  ]
}

export function visitsOf(at: Sights): Visit[] {
  const own = txidOf(at.own)
  const held = txidOf(at.held)
  const sold = txidOf(at.sold)
  const document = keyOf(24, at.released)
  const shown = keyOf(61, at.disputed)
  return [
    { name: 'home, a visitor', file: 'site/routes/home/route.tsx', path: '/', as: null },
    { name: 'home, a buyer', file: 'site/routes/home/route.tsx', path: '/', as: 'someBuyer' },
    { name: 'home, the buyer with most', file: 'site/routes/home/route.tsx', path: '/', as: 'manyBuyer' },
    {
      name: 'what waiting pages ask for',
      file: 'live/routes/news.ts',
      path: newsAddress({ of: `escrow:${keyOf(2, at.own)}`, since: 'x', isKeptOpen: false }),
      as: 'someBuyer',
    },
    { name: 'the frame of every page', file: 'root.tsx', path: '/', as: 'someBuyer' },
    {
      name: 'dashboard, a buyer with 20',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: '/dashboard',
      as: 'someBuyer',
    },
    {
      name: 'dashboard, the buyer with most',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: '/dashboard',
      as: 'manyBuyer',
    },
    {
      name: 'dashboard, the buyer with most, from a place on',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: `/dashboard?after=${at.escrowsLater}&paid-after=${at.paymentsLater}`,
      as: 'manyBuyer',
    },
    {
      name: 'dashboard, the way back',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: `/dashboard?before=${at.escrowsLater}&paid-before=${at.paymentsLater}`,
      as: 'manyBuyer',
    },
    {
      name: 'dashboard, a seller',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: '/dashboard',
      as: 'someSeller',
    },
    {
      name: 'dashboard, the seller with most',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: '/dashboard',
      as: 'manySeller',
    },
    {
      name: 'lookup by ID',
      file: 'trade/lookup/routes/transaction-lookup/route.tsx',
      path: `/transaction-lookup?txid=${own}`,
      as: 'someBuyer',
    },
    {
      name: 'lookup by hash',
      file: 'trade/lookup/routes/transaction-lookup/route.tsx',
      path: `/transaction-lookup?txid=${hashOf('a', at.own)}`,
      as: 'someBuyer',
    },
    {
      name: 'lookup, nothing typed',
      file: 'trade/lookup/routes/transaction-lookup/route.tsx',
      path: '/transaction-lookup',
      as: 'someBuyer',
    },
    {
      name: 'seller: by ID',
      file: 'trade/documents/routes/seller-confirm/route.tsx',
      path: `/seller-confirm?txid=${sold}`,
      as: 'someSeller',
    },
    {
      name: 'seller: own list',
      file: 'trade/documents/routes/seller-confirm/route.tsx',
      path: '/seller-confirm',
      as: 'someSeller',
    },
    {
      name: 'seller: the longest list',
      file: 'trade/documents/routes/seller-confirm/route.tsx',
      path: '/seller-confirm',
      as: 'manySeller',
    },
    desk('overview', 'overview/route.tsx', '/admin-panel'),
    desk('frame', 'panel/route.tsx', '/admin-panel'),
    desk('cases', 'unmatched/route.tsx', '/admin-panel/cases'),
    desk('closed cases', 'unmatched/route.tsx', '/admin-panel/cases?state=closed'),
    desk('closed cases, far back', 'unmatched/route.tsx', `/admin-panel/cases?state=closed&after=${at.casesLater}`),
    desk(
      'closed cases, the way back',
      'unmatched/route.tsx',
      `/admin-panel/cases?state=closed&before=${at.casesLater}`,
    ),
    desk('disputes', 'disputes.tsx', '/admin-panel/disputes'),
    desk('decided disputes', 'disputes.tsx', '/admin-panel/disputes?state=decided'),
    desk('decided disputes, far back', 'disputes.tsx', `/admin-panel/disputes?state=decided&after=${at.disputesLater}`),
    desk('a dispute', 'dispute/route.tsx', `/admin-panel/disputes/${keyOf(8, at.disputed)}`, {
      disputeId: keyOf(8, at.disputed),
    }),
    desk('outgoing', 'outgoing/route.tsx', '/admin-panel/outgoing'),
    desk('explained outgoing', 'outgoing/route.tsx', '/admin-panel/outgoing?state=closed'),
    desk(
      'explained outgoing, far back',
      'outgoing/route.tsx',
      `/admin-panel/outgoing?state=closed&after=${at.casesLater}`,
    ),
    desk('books', 'books.tsx', '/admin-panel/books'),
    desk('payouts', 'payouts/route.tsx', '/admin-panel/payouts'),
    desk('screening', 'screening/route.tsx', '/admin-panel/screening'),
    desk('screening, own list', 'screening/own-list.tsx', '/admin-panel/screening/own'),
    desk('screening, files', 'screening/files.tsx', '/admin-panel/screening/files'),
    desk('screening decided', 'screening/route.tsx', '/admin-panel/screening?state=closed'),
    desk('one review', 'screening/route.tsx', `/admin-panel/screening?review=${keyOf(1, 1)}`),
    desk('escrow by ID', 'escrows.tsx', `/admin-panel/escrows?txid=${own}`),
    desk('escrow, acts far back', 'escrows.tsx', `/admin-panel/escrows?txid=${own}&after=${at.escrowsLater}`),
    desk('escrow by hash in', 'escrows.tsx', `/admin-panel/escrows?txid=${hashOf('a', at.released)}`),
    desk('escrow by hash out', 'escrows.tsx', `/admin-panel/escrows?txid=${hashOf('c', at.released)}`),
    desk('operators', 'operators.tsx', '/admin-panel/operators'),
    desk('resellers', 'resellers/list.tsx', '/admin-panel/resellers'),
    desk('resellers sought', 'resellers/list.tsx', '/admin-panel/resellers?q=rita&state=active'),
    desk('resellers, CSV', 'resellers/csv.ts', '/admin-panel/resellers.csv?state=inactive'),
    desk('make a reseller', 'resellers/make.tsx', '/admin-panel/resellers/new'),
    desk('a reseller', 'resellers/one/route.tsx', `/admin-panel/resellers/${at.reseller}`, { resellerId: at.reseller }),
    desk(
      'statement of a reseller',
      'resellers/statement/csv.ts',
      `/admin-panel/resellers/${at.reseller}/statement.csv?month=2026-11`,
      { resellerId: at.reseller },
    ),
    {
      name: 'a reseller by a dead link',
      file: 'fees/resellers/routes/route.tsx',
      path: '/reseller?token=nobodys',
      as: null,
    },
    {
      name: 'statement by a dead link',
      file: 'fees/resellers/routes/statement-csv.ts',
      path: '/reseller/statement.csv?token=nobodys&month=2026-11',
      as: null,
    },
    desk('records', 'records/route.tsx', '/admin-panel/records'),
    desk('audit log', 'audit/route.tsx', '/admin-panel/audit'),
    desk('export of an escrow', 'audit/export.ts', `/admin-panel/audit/export?of=escrow&txid=${own}&for=court`),
    desk('export of days', 'audit/export.ts', '/admin-panel/audit/export?of=days&from=2020-01-01&to=2020-01-02'),
    desk('figures by day', 'figures/route.tsx', '/admin-panel/figures'),
    desk('figures by month', 'figures/route.tsx', '/admin-panel/figures?by=month'),
    desk('figures, CSV', 'figures/csv.ts', '/admin-panel/figures.csv?of=wait&by=week'),
    desk('records of a person', 'records/route.tsx', '/admin-panel/records?email=person-2%40example.org'),
    desk('records of an escrow', 'records/route.tsx', `/admin-panel/records?txid=${own}`),
    desk('lists', 'lists.tsx', '/admin-panel/lists'),
    ...SOUGHT.map((q) => desk(`search for ${q}`, 'lists.tsx', `/admin-panel/lists?q=${encodeURIComponent(q)}`)),
    desk('search for an ID', 'lists.tsx', `/admin-panel/lists?q=${own}`),
    desk('search for a hash', 'lists.tsx', `/admin-panel/lists?q=${hashOf('a', at.released)}`),
    ...ADMIN_LISTS.flatMap((list) => visitsOfList(list, { txid: own, later: at.escrowsLater })),
    desk('a person', 'person/route.tsx', `/admin-panel/people/${keyOf(1, 2)}`, { userId: keyOf(1, 2) }),
    desk('a person, acts far back', 'person/route.tsx', `/admin-panel/people/${keyOf(1, 2)}?after=${at.escrowsLater}`, {
      userId: keyOf(1, 2),
    }),
    desk('the person with most', 'person/route.tsx', `/admin-panel/people/${keyOf(1, 1)}`, { userId: keyOf(1, 1) }),
    desk('an act on a person', 'action/route.tsx', '/admin-panel/acts/lock/x', { act: 'lock', subjectId: keyOf(1, 2) }),
    desk('an act on a letter', 'action/route.tsx', '/admin-panel/acts/send_letter/x', {
      act: 'send_letter',
      subjectId: keyOf(22, 3),
    }),
    desk('an act on an escrow', 'action/route.tsx', '/admin-panel/acts/note_escrow/x', {
      act: 'note_escrow',
      subjectId: keyOf(2, at.own),
    }),
    desk('records of a place', 'records/route.tsx', '/admin-panel/records?place=203.0.7.0%2F24'),
    { name: 'service fee', file: 'fees/routes/payment/route.tsx', path: '/payment', as: 'someBuyer' },
    { name: 'receipt', file: 'fees/routes/receipt/route.tsx', path: '/receipt', as: 'someBuyer' },
    {
      name: 'receipt, as PDF',
      file: 'fees/routes/receipt-pdf.ts',
      path: `/receipts/${at.receipt}.pdf`,
      as: 'someBuyer',
      params: { number: at.receipt },
    },
    { name: 'back from a fee', file: 'fees/routes/fee-back/route.tsx', path: '/fee-back', as: 'someBuyer' },
    { name: 'submit', file: 'trade/opening/routes/submit/route.tsx', path: '/submit', as: 'someBuyer' },
    {
      name: 'submit another',
      file: 'trade/opening/routes/submit/route.tsx',
      path: `/submit?like=${own}`,
      as: 'someBuyer',
    },
    {
      name: 'correct',
      file: 'trade/opening/routes/correct/route.tsx',
      path: `/correct-escrow?txid=${own}`,
      as: 'someBuyer',
    },
    {
      name: 'invitation',
      file: 'trade/opening/routes/invitation/route.tsx',
      path: '/invitation?token=nobodys',
      as: null,
    },
    { name: 'held', file: 'trade/onchain/routes/route.tsx', path: `/held?txid=${held}`, as: 'someBuyer' },
    {
      name: 'recovery file',
      file: 'trade/onchain/routes/recovery.ts',
      path: `/held/${held}.json`,
      as: 'someBuyer',
      params: { transactionId: held },
    },
    {
      name: 'look up what the ledger held',
      file: 'trade/lookup/routes/transaction-lookup/route.tsx',
      path: `/transaction-lookup?txid=${held}`,
      as: 'someBuyer',
    },
    {
      name: 'statement of what the ledger held',
      file: 'records/statement/routes/statement.tsx',
      path: `/statements/${held}`,
      as: 'someBuyer',
      params: { transactionId: held },
    },
    {
      name: 'wallet check',
      file: 'settlement/payouts/routes/wallet-check/route.tsx',
      path: '/wallet-check',
      as: 'someSeller',
    },
    {
      name: 'statement',
      file: 'records/statement/routes/statement.tsx',
      path: `/statements/${own}`,
      as: 'someBuyer',
      params: { transactionId: own },
    },
    {
      name: 'statement, PDF',
      file: 'records/statement/routes/statement-pdf.ts',
      path: `/statements/${own}.pdf`,
      as: 'someBuyer',
      params: { transactionId: own },
    },
    {
      name: 'a link to read',
      file: 'records/statement/routes/shared/route.tsx',
      path: '/shared-escrow?token=nobodys',
      as: null,
    },
    {
      name: 'a file of such a link',
      file: 'records/statement/routes/shared/file.ts',
      path: `/shared-escrow/files/${document}?token=nobodys`,
      as: null,
      params: { fileId: document },
    },
    {
      name: 'contract',
      file: 'trade/documents/routes/contract.ts',
      path: `/contracts/${keyOf(2, at.own)}`,
      as: 'someBuyer',
      params: { escrowId: keyOf(2, at.own) },
    },
    {
      name: 'contract, preview',
      file: 'trade/documents/routes/contract-preview.ts',
      path: `/contracts/${keyOf(2, at.own)}/preview`,
      as: 'someBuyer',
      params: { escrowId: keyOf(2, at.own) },
    },
    {
      name: 'document',
      file: 'trade/documents/routes/document.ts',
      path: `/documents/${document}`,
      as: 'someBuyer',
      params: { documentId: document },
    },
    {
      name: 'document, preview',
      file: 'trade/documents/routes/document-preview.ts',
      path: `/documents/${document}/preview`,
      as: 'someBuyer',
      params: { documentId: document },
    },
    {
      name: 'file shown in a dispute',
      file: 'trade/disputes/routes/file.ts',
      path: `/dispute-files/${shown}`,
      as: 'operator',
      params: { fileId: shown },
    },
    {
      name: 'file shown in a dispute, preview',
      file: 'trade/disputes/routes/file-preview.ts',
      path: `/dispute-files/${shown}/preview`,
      as: 'operator',
      params: { fileId: shown },
    },
    {
      name: 'statement in a dispute',
      file: 'trade/disputes/routes/statement.tsx',
      path: `/dispute-statement?txid=${own}`,
      as: 'someBuyer',
    },
    { name: 'account', file: 'accounts/routes/settings/route.tsx', path: '/settings', as: 'someBuyer' },
    {
      name: 'account: password',
      file: 'accounts/routes/settings/password.tsx',
      path: '/settings/password',
      as: 'someBuyer',
    },
    { name: 'account: about', file: 'accounts/routes/settings/about.tsx', path: '/settings/about', as: 'someBuyer' },
    { name: 'account: address', file: 'accounts/routes/settings/email.tsx', path: '/settings/email', as: 'someBuyer' },
    {
      name: 'account: second factor',
      file: 'accounts/routes/settings/second-factor/route.tsx',
      path: '/settings/second-factor',
      as: 'someBuyer',
    },
    { name: 'settings: wallets', file: 'settings/routes/wallets.tsx', path: '/settings/wallets', as: 'someBuyer' },
    { name: 'settings: a copy', file: 'settings/routes/export.tsx', path: '/settings/export', as: 'someBuyer' },
    {
      name: 'settings: the copy itself',
      file: 'settings/routes/export-zip.ts',
      path: `/settings/export/${keyOf(2, at.own)}.zip`,
      as: 'someBuyer',
      params: { exportId: keyOf(2, at.own) },
    },
    { name: 'settings: closing', file: 'settings/routes/close.tsx', path: '/settings/close', as: 'someBuyer' },
    {
      name: 'dashboard, searched by the buyer with most',
      file: 'trade/lookup/routes/dashboard/route.tsx',
      path: '/dashboard?find=coffee&state=finished&asset=XLM',
      as: 'manyBuyer',
    },
    {
      name: 'dashboard as a table',
      file: 'trade/lookup/routes/dashboard/escrows-csv.ts',
      path: '/dashboard/escrows.csv?state=open',
      as: 'someBuyer',
    },
    {
      name: 'dates as a calendar',
      file: 'trade/lookup/routes/dates-ics.ts',
      path: '/dates/auto_NOBODYS00000000000.ics',
      as: 'someBuyer',
      params: { transactionId: 'auto_NOBODYS00000000000' },
    },
    { name: 'role', file: 'accounts/routes/settings/change-role.tsx', path: '/settings/role', as: 'someBuyer' },
    { name: 'letters', file: 'notices/routes/emails.tsx', path: '/letters', as: 'someBuyer' },
    { name: 'register', file: 'accounts/routes/register/route.tsx', path: '/register', as: null },
    { name: 'log in', file: 'accounts/routes/login.tsx', path: '/login', as: null },
    { name: 'log in: code', file: 'accounts/routes/login-code.tsx', path: '/login/code', as: null },
    { name: 'log out', file: 'accounts/routes/logout.tsx', path: '/logout', as: null },
    { name: 'operator: sign in', file: 'accounts/routes/operator-sign-in.tsx', path: '/admin', as: null },
    {
      name: 'new address',
      file: 'accounts/routes/email-change/change.tsx',
      path: '/change-email?token=nobodys',
      as: null,
    },
    { name: 'old address', file: 'accounts/routes/email-change/keep.tsx', path: '/keep-email?token=nobodys', as: null },
    {
      name: 'confirm address',
      file: 'accounts/routes/confirm-email/route.tsx',
      path: '/confirm-email?token=nobodys',
      as: 'someSeller',
    },
    { name: 'forgotten password', file: 'accounts/routes/forgot-password.tsx', path: '/forgot-password', as: null },
    {
      name: 'new password',
      file: 'accounts/routes/reset-password/route.tsx',
      path: '/reset-password?token=nobodys',
      as: null,
    },
    { name: 'prices', file: 'prices/routes/prices.ts', path: '/prices', as: null },
    { name: 'holdings', file: 'site/routes/holdings.tsx', path: '/holdings', as: null },
    {
      name: 'forwarders',
      file: 'site/routes/freight-forwarders/route.tsx',
      path: '/freight-forwarders',
      as: 'someBuyer',
    },
    { name: 'contact', file: 'site/routes/contact/route.tsx', path: '/contact', as: 'someBuyer' },
    { name: 'terms', file: 'site/routes/terms.tsx', path: '/terms', as: null },
    { name: 'privacy', file: 'site/routes/privacy.tsx', path: '/privacy', as: null },
    { name: 'health', file: 'ops/routes/healthz.ts', path: '/healthz', as: null },
  ]
}

/** Their loaders do not query the database: texts, pictures, refusals. */
export const WITHOUT_ROWS: readonly string[] = [
  'accounts/routes/moved.ts',
  'trade/onchain/routes/signed.ts',
  'languages/routes/words.ts',
  'notices/routes/mail-events.ts',
  'notices/routes/one-click.ts',
  'site/routes/bad-request.ts',
  'site/routes/faq.tsx',
  'site/routes/freight-saving.ts',
  'site/routes/instructions.tsx',
  'site/routes/not-found.tsx',
  'site/routes/robots-txt.ts',
  'site/routes/sitemap-xml.ts',
  'site/routes/styleguide/route.tsx',
  'site/routes/wallets.tsx',
]

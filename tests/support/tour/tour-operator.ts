/** The Admin Panel on the tour: its contents are made when the first of its pages is opened. */

import { payWithoutMemo, putInDispute, registerAlike } from '#tests/support/app/admin-app.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { Stop } from './tour-stop.ts'

const DISPUTE = { title: 'Dispute', h1: 'Decide about 75.5000 XLM.' }

/** To the page of a person who matches an entry of a list. */
async function toLikePerson(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Balthazar Quillfeather' }).first().click()
  await page.getByRole('heading', { name: 'Balthazar Quillfeather', level: 1 }).waitFor()
}

async function toPerson(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'paid.buyer@demo.example' }).click()
  await page.getByRole('heading', { name: 'Paula Paid' }).waitFor()
}

export const OPERATORS_DESK: Stop[] = [
  { name: 'cases-none', path: '/admin-panel/cases?state=closed', title: 'Payment cases' },
  { name: 'outgoing-none', path: '/admin-panel/outgoing', title: 'Unexplained transactions' },
  { name: 'disputes-decided', path: '/admin-panel/disputes?state=decided', title: 'Disputes' },
  {
    name: 'desk',
    path: '/admin-panel',
    title: 'Admin Panel',
    before: async (app) => {
      await putInDispute(app, { asset: 'XLM', amount: '75.5' })
      await payWithoutMemo(app, '12.5')
    },
  },
  { name: 'cases', path: '/admin-panel/cases', title: 'Payment cases' },
  {
    name: 'case-refused',
    path: '/admin-panel/cases',
    title: 'Payment cases',
    async act(page) {
      await page.getByText('Close case').first().click()
      await page.getByRole('button', { name: 'Continue' }).first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'case-payback-refused',
    path: '/admin-panel/cases',
    title: 'Payment cases',
    async act(page) {
      await page.getByText('Pay back', { exact: true }).first().click()
      await page.getByRole('button', { name: 'Continue' }).first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'case-assign-refused',
    path: '/admin-panel/cases',
    title: 'Payment cases',
    async act(page) {
      await page.getByText('Assign it', { exact: true }).first().click()
      await page.getByRole('button', { name: 'Continue' }).first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'payouts', path: '/admin-panel/payouts', title: 'Payouts' },
  {
    name: 'payouts-refused',
    path: '/admin-panel/payouts',
    title: 'Payouts',
    async act(page) {
      await page.getByText('Stop payouts on Stellar').click()
      await page.getByRole('button', { name: 'Continue' }).first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'payouts-sure',
    path: '/admin-panel/payouts',
    title: 'Payouts',
    h1: 'Stop payouts on Stellar',
    async act(page) {
      await page.getByText('Stop payouts on Stellar').click()
      await page.getByRole('textbox').first().fill('The wallet’s balance looks strange.')
      await page.getByRole('button', { name: 'Continue' }).first().click()
      await page.getByRole('heading', { name: 'Stop payouts on Stellar' }).waitFor()
    },
  },
  { name: 'disputes', path: '/admin-panel/disputes', title: 'Disputes' },
  {
    name: 'dispute',
    path: '/admin-panel/disputes',
    ...DISPUTE,
    act: (page) => openDispute(page),
  },
  {
    name: 'dispute-refused',
    path: '/admin-panel/disputes',
    ...DISPUTE,
    async act(page) {
      await openDispute(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'dispute-sure',
    path: '/admin-panel/disputes',
    title: 'Dispute',
    h1: 'Divide',
    act: (page) => divide(page),
  },
  {
    name: 'dispute-decided',
    path: '/admin-panel/disputes',
    title: 'Dispute',
    h1: '75.5000 XLM is divided.',
    async act(page) {
      await divide(page)
      await page.getByRole('button', { name: 'Yes, divide' }).click()
      await page.getByText('paid', { exact: true }).nth(1).waitFor({ timeout: PATIENCE_MS })
    },
  },
  { name: 'books', path: '/admin-panel/books', title: 'Books' },
  { name: 'books-asked', path: '/admin-panel/books?asked=1', title: 'Books' },
  { name: 'audit', path: '/admin-panel/audit', title: 'Audit log' },
  {
    name: 'audit-refused',
    path: '/admin-panel/audit?of=escrow&txid=auto_NOBODYS&field=txid&problem=noEscrow',
    title: 'Audit log',
  },
  { name: 'figures', path: '/admin-panel/figures?by=month', title: 'Figures' },
  { name: 'records', path: '/admin-panel/records?from=2026-01-01', title: 'Access records' },
  { name: 'records-refused', path: '/admin-panel/records?email=nobody%40x.example&to=soon', title: 'Access records' },
  { name: 'lists', path: '/admin-panel/lists', title: 'Lists' },
  { name: 'lists-refused', path: '/admin-panel/lists?q=two%20words', title: 'Lists' },
  { name: 'list-escrows', path: '/admin-panel/lists/escrows', title: 'Lists', h1: 'Escrows' },
  { name: 'list-deposits', path: '/admin-panel/lists/deposits', title: 'Lists', h1: 'Deposits' },
  { name: 'list-fees', path: '/admin-panel/lists/fees', title: 'Lists', h1: 'Fee payments' },
  { name: 'list-failed', path: '/admin-panel/lists/failed', title: 'Lists', h1: 'Failed payments' },
  { name: 'list-people', path: '/admin-panel/lists/people', title: 'Lists', h1: 'People' },
  { name: 'list-jobs', path: '/admin-panel/lists/jobs', title: 'Lists', h1: 'Jobs' },
  { name: 'list-payouts', path: '/admin-panel/lists/payouts', title: 'Lists', h1: 'Payouts' },
  { name: 'list-letters', path: '/admin-panel/lists/letters', title: 'Lists', h1: 'Emails' },
  { name: 'list-refused', path: '/admin-panel/lists/people?q=two%20words&to=soon', title: 'Lists', h1: 'People' },
  {
    name: 'person',
    path: '/admin-panel/lists/people?q=paid.buyer%40demo.example',
    title: 'Person',
    h1: 'Paula Paid',
    act: toPerson,
  },
  {
    name: 'act-refused',
    path: '/admin-panel/lists/people?q=paid.buyer%40demo.example',
    title: 'Admin Panel',
    h1: 'Correct email address',
    async act(page) {
      await toPerson(page)
      await page.getByRole('link', { name: 'Correct email address' }).click()
      await page.getByRole('heading', { name: 'Correct email address' }).waitFor()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'act-sure',
    path: '/admin-panel/lists/people?q=paid.buyer%40demo.example',
    title: 'Admin Panel',
    h1: 'Are you sure?',
    async act(page) {
      await toPerson(page)
      await page.getByRole('link', { name: 'Lock account' }).click()
      await page.getByLabel('Reason').fill('Strangers may have the password.')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Are you sure?' }).waitFor()
    },
  },
  { name: 'screening-none', path: '/admin-panel/screening?state=closed', title: 'Screening' },
  {
    name: 'screening',
    path: '/admin-panel/screening',
    title: 'Screening',
    before: async (app) => void (await registerAlike(app)),
  },
  {
    name: 'screening-refused',
    path: '/admin-panel/screening',
    title: 'Screening',
    async act(page) {
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'screening-sure',
    path: '/admin-panel/screening',
    title: 'Screening',
    h1: 'Somebody else: let go',
    async act(page) {
      const review = page.locator('.matter').first()
      await review.getByText('Somebody else: let go').click()
      await review.getByRole('textbox').fill('Born thirty years later, in another country.')
      await review.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Yes, do it' }).waitFor()
    },
  },
  {
    name: 'person-alike',
    path: '/admin-panel/screening',
    title: 'Person',
    h1: 'Balthazar Quillfeather',
    act: toLikePerson,
  },
  {
    name: 'screening-one',
    path: '/admin-panel/screening',
    title: 'Screening',
    async act(page) {
      await toLikePerson(page)
      await page
        .getByRole('link', { name: /Balthazar Quillfeather ≈/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Screening', level: 1 }).waitFor()
    },
  },
  { name: 'screening-own', path: '/admin-panel/screening/own', title: 'Screening', h1: 'Our own list' },
  {
    name: 'screening-files',
    path: '/admin-panel/screening/files',
    title: 'Screening',
    h1: 'Refused files',
  },
  {
    name: 'screening-own-refused',
    path: '/admin-panel/screening/own',
    title: 'Screening',
    h1: 'Our own list',
    async act(page) {
      await page.getByRole('button', { name: 'Block' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'operators', path: '/admin-panel/operators', title: 'Operators' },
  { name: 'resellers', path: '/admin-panel/resellers', title: 'Resellers' },
  {
    name: 'reseller',
    path: '/admin-panel/resellers',
    title: 'Resellers',
    h1: 'Demo Reseller',
    async act(page) {
      await page.getByRole('link', { name: 'Demo Reseller' }).click()
      await page.getByRole('heading', { name: 'Demo Reseller', level: 1 }).waitFor()
    },
  },
  {
    name: 'reseller-refused',
    path: '/admin-panel/resellers/new',
    title: 'Make a reseller',
    async act(page) {
      await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'reseller-new', path: '/admin-panel/resellers/new', title: 'Make a reseller' },
  { name: 'escrows', path: '/admin-panel/escrows', title: 'Find an escrow' },
  { name: 'escrows-unknown', path: '/admin-panel/escrows?txid=auto_00000000000000000000', title: 'Find an escrow' },
  {
    name: 'escrow',
    path: ({ rejected }) => `/admin-panel/escrows?txid=${rejected}`,
    title: 'Find an escrow',
    h1: '1,875.50 USDC: Rejected.',
  },
]

type Page = Parameters<NonNullable<Stop['act']>>[0]

async function openDispute(page: Page): Promise<void> {
  await page.locator('.deal', { hasText: '75.5000' }).getByRole('link').click()
  await page.getByRole('heading', { name: 'Decide about' }).waitFor()
}

async function divide(page: Page): Promise<void> {
  await openDispute(page)
  await page.getByRole('radio', { name: 'Divide' }).check()
  await page.getByRole('textbox', { name: 'Seller’s share' }).fill('45.3')
  await page.getByText('Buyer gets 30.2000 XLM.').waitFor()
  await page.getByLabel('Your reasons').fill('Sixteen of forty bags were wet: the survey says so.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Yes, divide' }).waitFor()
}

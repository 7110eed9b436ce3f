/** Buyers: one who has not paid, one who has, one on a pilot. */
import { playAddress } from '#scripts/trade/harbour.ts'
import { quoteFee, requestOn } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { openRow } from '#tests/support/app/journey.ts'
import { openDetails, openWaysOut } from '#tests/support/look/folds.ts'
import type { SampleTrades } from './sample-trades.ts'
import { DASHBOARD_SEARCHED, SETTINGS_OF_NOBODY_KNOWN, SETTINGS_OF_TRADER } from './tour-settings.ts'
import {
  CONFIRM_EMAIL,
  DENIED,
  HOME,
  LOOKUP,
  MUST_PAY,
  PUBLIC,
  refused,
  type Stop,
  TO_HOME,
  TO_PAYMENT,
} from './tour-stop.ts'

const ended = (stage: keyof SampleTrades, h1: string): Stop => ({
  name: `lookup-${stage}`,
  path: (trades) => `/transaction-lookup?txid=${trades[stage]}`,
  title: LOOKUP,
  h1,
})

const OTHER_ENDS: Stop[] = [
  ended('refundRequested', 'You asked for 640.25 USDC back.'),
  ended('refunded', '77.7000 XLM was refunded to you.'),
  ended('cancelled', 'This escrow was called off.'),
  ended('excess', 'Funded. The seller ships next.'),
  ended('disputed', 'In dispute: Quayside decides about 350.0000 XLM.'),
  ended('split', '1,000.00 USDC was divided.'),
  {
    ...ended('short', 'Call off this escrow?'),
    name: 'lookup-call-off',
    async act(page) {
      await openWaysOut(page)
      await page.getByText('Call off this escrow').click()
      await page.getByLabel('Your USDC wallet').fill(playAddress('buyer', 'USDC'))
      await page.getByRole('button', { name: 'Call it off' }).click()
      await page.getByRole('button', { name: 'Yes, call it off' }).waitFor()
    },
  },
  {
    ...ended('funded', 'Funded. The seller ships next.'),
    name: 'lookup-refund-refused',
    async act(page) {
      await openWaysOut(page)
      await page.getByText('Ask for a refund').click()
      await page.getByRole('button', { name: 'Ask the seller' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
]

export const UNPAID_BUYER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'confirm-email', path: '/confirm-email', title: CONFIRM_EMAIL, h1: 'Your email address is confirmed' },
  { name: 'submit', path: '/submit', ...TO_PAYMENT },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', ...MUST_PAY },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'account', path: '/settings', title: 'Your account' },
  ...SETTINGS_OF_NOBODY_KNOWN,
  { name: 'admin', path: '/admin', ...DENIED },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'payment', path: '/payment', title: 'Pay the service fee' },
  { name: 'payment-refused', path: '/payment', title: 'Pay the service fee', act: refused('Show the fee') },
  {
    name: 'payment-quoted',
    path: '/payment',
    title: 'Pay the service fee',
    before: async (app) => void (await quote(app, 'HARBOR5')),
  },
  {
    name: 'payment-short',
    path: '/payment',
    title: 'Pay the service fee',
    before: async (app) => {
      await app.harbour.pay({ from: 'buyer', uri: (await openQuote(app)).replace(/amount=[\d.]+/, 'amount=1000') })
    },
    act: async (page) => page.getByText('more with the same memo').first().waitFor(),
  },
  {
    name: 'payment-confirmed',
    path: '/payment',
    title: 'Pay the service fee',
    leaves: true,
    before: async (app) => {
      await app.harbour.pay({ from: 'buyer', uri: await openQuote(app) })
      await app.untilRow('the fee is settled', `select 1 from "user" where email like 'unpaid.%' and "hasPaid"`)
    },
  },
  { name: 'receipt', path: '/receipt', title: 'Receipt' },
  { name: 'fee-back', path: '/fee-back', title: 'Your money beyond the fee' },
]

const DRAFT = '3f0c8a52-7c1e-4b7d-9a55-2f6f0c1d7e90'

/** A step of an escrow that the buyer drafts. */
function drafted(step: 'trade' | 'dates' | 'check'): Pick<Stop, 'path' | 'title' | 'before'> {
  return {
    path: `/submit?form=${DRAFT}&step=${step}`,
    title: 'Submit Transaction',
    before: async (app) => {
      await app.query(
        `insert into "submit_draft" ("token", "userId", "typed", "steps", "changedAt", "fileName", "contentType", "size", "sha256",
           "storageKey", "uploadedAt")
         select $1::uuid, "id", jsonb_build_object(
           'currency', '["USDC"]'::jsonb, 'amount', '["18,000.00"]'::jsonb, 'amountIn', '["en"]'::jsonb,
           'notes', '["12 espresso machines, type E2"]'::jsonb, 'sellerEmail', '["mehmet@demir.example"]'::jsonb,
           'sellerLanguage', '["tr"]'::jsonb, 'walletFrom', '["seller"]'::jsonb, 'dates', '["agreed"]'::jsonb,
           'fundBy', jsonb_build_array(to_char(now() + interval '10 days', 'YYYY-MM-DD')),
           'presentBy', jsonb_build_array(to_char(now() + interval '60 days', 'YYYY-MM-DD')), 'examineDays', '["5"]'::jsonb,
           'onSilence', '["quayside"]'::jsonb, 'asksDocuments', '["on"]'::jsonb, 'documents', '["BillOfLading"]'::jsonb),
           2, now(), 'contract-2026-118.pdf', 'application/pdf', 48000, repeat('c', 64), 'contracts/drafted', now()
         from "user" where "email" = 'paid.buyer@demo.example' on conflict do nothing`,
        [DRAFT],
      )
    },
  }
}

export const PAID_BUYER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'payment', path: '/payment', ...TO_HOME },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'admin', path: '/admin', ...DENIED },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  ...DASHBOARD_SEARCHED,
  ...SETTINGS_OF_TRADER,
  { name: 'receipt', path: '/receipt', status: 404, title: 'Page not found' },
  { name: 'submit', path: '/submit', title: 'Submit Transaction' },
  { name: 'submit-refused', path: '/submit', title: 'Submit Transaction', act: refused('Continue') },
  { name: 'submit-kept', ...drafted('trade') },
  { name: 'submit-dates', ...drafted('dates') },
  {
    name: 'submit-manual',
    ...drafted('dates'),
    act: async (page) => {
      await openRow(page, 'How is the payment found?')
      await page.getByRole('radio', { name: 'Manual' }).check()
    },
  },
  { name: 'submit-check', ...drafted('check') },
  {
    name: 'submit-opened',
    path: ({ unfunded }) => `/submit?opened=${unfunded}`,
    title: 'Submit Transaction',
    h1: 'Send 412.5000 XLM to fund this escrow.',
  },
  {
    name: 'submit-funded',
    path: ({ funded }) => `/submit?opened=${funded}`,
    title: 'Submit Transaction',
    h1: 'Funded. The seller ships next.',
  },
  {
    name: 'submit-like',
    path: ({ funded }) => `/submit?like=${funded}`,
    title: 'Submit Transaction',
  },
  {
    name: 'correct',
    path: ({ unfunded }) => `/correct-escrow?txid=${unfunded}`,
    title: 'Correct this escrow',
  },
  {
    name: 'correct-refused',
    path: ({ unfunded }) => `/correct-escrow?txid=${unfunded}`,
    title: 'Correct this escrow',
    async act(page) {
      await page.getByLabel('Amount').fill('many')
      await page.getByRole('button', { name: 'Save the correction' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'correct-too-late',
    path: ({ short }) => `/correct-escrow?txid=${short}`,
    title: 'Correct this escrow',
  },
  { name: 'correct-unknown', path: '/correct-escrow?txid=x', status: 404, title: 'Page not found' },
  {
    name: 'shared-escrow',
    path: ({ funded }) => `/transaction-lookup?txid=${funded}`,
    title: 'Read-only escrow',
    async act(page) {
      await openDetails(page)
      await page.getByLabel('Include the contract and the documents').check()
      await page.getByRole('button', { name: 'Make a link' }).click()
      const address = await page.locator('#view-links code').first().textContent()
      await page.goto(address ?? '')
    },
  },
  { name: 'lookup', path: '/transaction-lookup', title: LOOKUP },
  { name: 'lookup-unknown', path: '/transaction-lookup?txid=auto_00000000000000000000', title: LOOKUP },
  {
    name: 'lookup-unfunded',
    path: ({ unfunded }) => `/transaction-lookup?txid=${unfunded}`,
    title: LOOKUP,
    h1: 'Send 412.5000 XLM to fund this escrow.',
  },
  {
    name: 'lookup-short',
    path: ({ short }) => `/transaction-lookup?txid=${short}`,
    title: LOOKUP,
    h1: 'Send 490.00 USDC to fund this escrow.',
  },
  {
    name: 'lookup-funded',
    path: ({ funded }) => `/transaction-lookup?txid=${funded}`,
    title: LOOKUP,
    h1: 'Funded. The seller ships next.',
  },
  {
    name: 'lookup-confirmed',
    path: ({ confirmed }) => `/transaction-lookup?txid=${confirmed}`,
    title: LOOKUP,
    h1: 'Examine the documents and decide.',
  },
  {
    name: 'lookup-sure',
    path: ({ confirmed }) => `/transaction-lookup?txid=${confirmed}`,
    title: LOOKUP,
    h1: 'Approve and release 4,125.0000 XLM?',
    async act(page) {
      await page.getByRole('radio', { name: 'Approved' }).check()
      await page.locator('[name=checkedWallet]').check()
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('button', { name: 'Yes, approve and release' }).waitFor()
    },
  },
  {
    name: 'lookup-rejected',
    path: ({ rejected }) => `/transaction-lookup?txid=${rejected}`,
    title: LOOKUP,
    h1: 'Rejected: the seller presents again.',
  },
  {
    name: 'lookup-released',
    path: ({ released }) => `/transaction-lookup?txid=${released}`,
    title: LOOKUP,
    h1: 'The seller was paid 150.0000 XRP.',
  },
  ...OTHER_ENDS,
]

export const PILOT_BUYER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'payment', path: '/payment', title: 'Pay the service fee' },
  { name: 'submit', path: '/submit', title: 'Submit Transaction' },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', title: LOOKUP },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'admin', path: '/admin', ...DENIED },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
]

async function quote(app: App, couponCode: string) {
  return quoteFee(await app.signIn('unpaid.buyer'), { asset: 'XLM', amountUsd: '48000', couponCode })
}

/** The payment request for the outstanding fee. */
async function openQuote(app: App): Promise<string> {
  const { visitor } = await app.signIn('unpaid.buyer')
  return requestOn(await visitor.get('/payment')).uri
}

/** The seller. */
import type { SampleTrades } from './sample-trades.ts'
import { DENIED, HOME, LOOKUP, PUBLIC, refused, type Stop, TO_SELLER } from './tour-stop.ts'

const CONFIRM = 'Seller Shipment Confirmation'

const answered = (stage: keyof SampleTrades, h1: string): Stop => ({
  name: `lookup-${stage}`,
  path: (trades) => `/transaction-lookup?txid=${trades[stage]}`,
  title: LOOKUP,
  h1,
})

const confirmed = (name: string, stage: keyof SampleTrades, h1: string): Stop => ({
  name,
  path: (trades) => `/seller-confirm?txid=${trades[stage]}`,
  title: CONFIRM,
  h1,
})

/** Every other end of an escrow, as its seller sees it. */
const OTHER_ENDS: Stop[] = [
  answered('refundRequested', 'The buyer asks for 640.25 USDC back. Agree or decline.'),
  answered('refunded', '77.7000 XLM was refunded to the buyer.'),
  answered('disputed', 'In dispute: Quayside decides about 350.0000 XLM.'),
  answered('split', '1,000.00 USDC was divided.'),
  {
    ...answered('refundRequested', 'Give 640.25 USDC back to the buyer?'),
    name: 'lookup-agree',
    async act(page) {
      await page.getByRole('button', { name: 'Agree to the refund' }).click()
      await page.getByRole('button', { name: 'Yes, give it back' }).waitFor()
    },
  },
  confirmed('confirm-asked', 'refundRequested', 'The buyer asks for 640.25 USDC back. Agree or decline.'),
  {
    name: 'confirm-decline-refused',
    path: ({ refundRequested }) => `/seller-confirm?txid=${refundRequested}`,
    title: CONFIRM,
    h1: 'The buyer asks for 640.25 USDC back. Agree or decline.',
    act: refused('Decline'),
  },
  confirmed('confirm-disputed', 'disputed', 'In dispute: Quayside decides about 350.0000 XLM.'),
  confirmed('confirm-split', 'split', '1,000.00 USDC was divided.'),
  confirmed('confirm-cancelled', 'cancelled', 'This escrow was called off.'),
]

export const SELLER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_SELLER },
  { name: 'login', path: '/login', ...TO_SELLER },
  { name: 'payment', path: '/payment', ...TO_SELLER },
  { name: 'submit', path: '/submit', ...TO_SELLER },
  { name: 'admin', path: '/admin', ...DENIED },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'account', path: '/settings', title: 'Your account' },
  { name: 'lookup', path: '/transaction-lookup', title: LOOKUP, h1: 'Transaction Lookup' },
  {
    name: 'lookup-confirmed',
    path: ({ confirmed }) => `/transaction-lookup?txid=${confirmed}`,
    title: LOOKUP,
    h1: 'The buyer examines your documents.',
  },
  { name: 'confirm', path: '/seller-confirm', title: CONFIRM },
  { name: 'confirm-unknown', path: '/seller-confirm?txid=auto_00000000000000000000', title: CONFIRM },
  { name: 'confirm-refused', path: '/seller-confirm', title: CONFIRM, act: refused('Confirm shipment') },
  confirmed('confirm-unfunded', 'unfunded', 'Not funded yet. Do not ship.'),
  confirmed('confirm-funded', 'funded', 'Upload the documents and confirm shipment.'),
  confirmed('confirm-rejected', 'rejected', 'Documents rejected. Present them again.'),
  confirmed('confirm-released', 'released', 'You were paid 150.0000 XRP.'),
  {
    name: 'confirm-done',
    path: ({ confirmed }) => `/seller-confirm?txid=${confirmed}&done=1`,
    title: CONFIRM,
    h1: 'Confirmation Received',
  },
  ...OTHER_ENDS,
]

/**
 * Every page of every role, in an order in which a person could open them: what is asked for, where it leads, and
 * how the page is called. Tests walk it, and `npm run shots` takes its picture.
 */
import type { Page } from 'playwright-core'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { quoteFee, requestOn } from '../../scripts/trade/steps.ts'
import type { App, DemoName } from './app.ts'
import type { TestBrowser, TestPage } from './browser.ts'
import type { SampleTrades } from './sample-trades.ts'

export type Stop = {
  /** Names its pictures. */
  name: string
  path: string | ((trades: SampleTrades) => string)
  /** Where the page is found instead (spec §2 and §6). */
  lands?: string
  /** 200 where nothing is said. */
  status?: number
  /** What the tab says before the name of the product. */
  title: string
  /** The same as the title where nothing is said. */
  h1?: string
  /** The page leaves by itself after a moment; it is held. */
  leaves?: true
  /** What happens elsewhere before the page is opened. */
  before?: (app: App) => Promise<void>
  /** What the person does on the page before it is looked at. */
  act?: (page: Page) => Promise<void>
}

export type Role = 'visitor' | DemoName

const HOME = { title: 'Escrow for cross-border trade', h1: 'The money waits on the quay until the papers are right.' }
const LOOKUP = 'Buyer Transaction Lookup'
const DENIED = { status: 403, title: 'Access Denied' }
const MUST_PAY = { status: 403, title: 'You must complete payment to access this feature.' }
const TO_HOME = { lands: '/', ...HOME }
const TO_SELLER = { lands: '/seller-confirm', title: 'Seller Shipment Confirmation' }
const TO_PAYMENT = { lands: '/payment', title: 'Pay the service fee' }

/** What everybody may read (spec §6). */
const PUBLIC: Stop[] = [
  {
    name: 'freight',
    path: '/freight-forwarders',
    title: 'Freight forwarders',
    h1: 'Cargo leaves on time. So should the payment.',
  },
  { name: 'faq', path: '/faq', title: 'Questions and answers' },
  { name: 'contact', path: '/contact?subject=A%20pilot%20for%20our%20desk', title: 'Contact' },
  { name: 'instructions', path: '/instructions', title: 'Instructions' },
  { name: 'terms', path: '/terms', title: 'Terms' },
  { name: 'privacy', path: '/privacy', title: 'Privacy policy' },
  { name: 'admin', path: '/admin', title: 'Admin' },
  { name: 'not-found', path: '/no-such-page', status: 404, title: 'There is no page here' },
]

const VISITOR: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  {
    name: 'contact-sent',
    path: '/contact',
    title: 'Contact',
    async act(page) {
      await page.getByLabel('Name').fill('Ama Mensah')
      await page.getByLabel('Email').fill('ama@trade.example')
      await page.getByLabel('Message').fill('May we try the pilot with two shipments?')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Thank you!').waitFor()
    },
  },
  { name: 'register', path: '/register', title: 'Register' },
  { name: 'register-pilot', path: '/register?pilot=freight', title: 'Register' },
  { name: 'register-refused', path: '/register', title: 'Register', act: refused('Register') },
  { name: 'login', path: '/login', title: 'Login' },
  { name: 'login-refused', path: '/login', title: 'Login', act: refused('Login') },
  { name: 'payment', path: '/payment', lands: '/login', title: 'Login' },
  { name: 'submit', path: '/submit', status: 401, title: 'Submit Transaction', leaves: true },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', ...DENIED },
  { name: 'dashboard', path: '/dashboard', lands: '/login', title: 'Login' },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'access-denied', path: '/access-denied', title: 'Access Denied' },
]

const UNPAID_BUYER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'submit', path: '/submit', ...TO_PAYMENT },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', ...MUST_PAY },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
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
    act: async (page) => page.getByText('is still due: send it').first().waitFor(),
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
]

const PAID_BUYER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'payment', path: '/payment', ...TO_HOME },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'submit', path: '/submit', title: 'Submit Transaction' },
  {
    name: 'submit-manual',
    path: '/submit',
    title: 'Submit Transaction',
    act: (page) => page.getByRole('radio', { name: 'Manual' }).check(),
  },
  { name: 'submit-refused', path: '/submit', title: 'Submit Transaction', act: refused('Submit Transaction') },
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
    h1: 'The money is here. The seller ships and presents the documents.',
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
    h1: 'The money is here. The seller ships and presents the documents.',
  },
  {
    name: 'lookup-confirmed',
    path: ({ confirmed }) => `/transaction-lookup?txid=${confirmed}`,
    title: LOOKUP,
    h1: 'Examine the documents, then approve or reject them.',
  },
  {
    name: 'lookup-sure',
    path: ({ confirmed }) => `/transaction-lookup?txid=${confirmed}`,
    title: LOOKUP,
    h1: 'Approve and release 4,125.0000 XLM?',
    async act(page) {
      await page.getByRole('radio', { name: 'Approved' }).check()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('button', { name: 'Yes, approve and release' }).waitFor()
    },
  },
  {
    name: 'lookup-rejected',
    path: ({ rejected }) => `/transaction-lookup?txid=${rejected}`,
    title: LOOKUP,
    h1: 'The seller reads your reason and presents again.',
  },
  {
    name: 'lookup-released',
    path: ({ released }) => `/transaction-lookup?txid=${released}`,
    title: LOOKUP,
    h1: 'The seller has been paid 150.0000 XRP.',
  },
]

const PILOT_BUYER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'payment', path: '/payment', title: 'Pay the service fee' },
  { name: 'submit', path: '/submit', title: 'Submit Transaction' },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', title: LOOKUP },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
]

const CONFIRM = 'Seller Shipment Confirmation'

const SELLER: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_SELLER },
  { name: 'login', path: '/login', ...TO_SELLER },
  { name: 'payment', path: '/payment', ...TO_SELLER },
  { name: 'submit', path: '/submit', ...TO_SELLER },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'lookup', path: '/transaction-lookup', title: LOOKUP },
  {
    name: 'lookup-confirmed',
    path: ({ confirmed }) => `/transaction-lookup?txid=${confirmed}`,
    title: LOOKUP,
    h1: 'The buyer examines your documents.',
  },
  { name: 'confirm', path: '/seller-confirm', title: CONFIRM },
  { name: 'confirm-unknown', path: '/seller-confirm?txid=auto_00000000000000000000', title: CONFIRM },
  { name: 'confirm-refused', path: '/seller-confirm', title: CONFIRM, act: refused('Confirm shipment') },
  { name: 'confirm-unfunded', path: ({ unfunded }) => `/seller-confirm?txid=${unfunded}`, title: CONFIRM },
  { name: 'confirm-funded', path: ({ funded }) => `/seller-confirm?txid=${funded}`, title: CONFIRM },
  { name: 'confirm-rejected', path: ({ rejected }) => `/seller-confirm?txid=${rejected}`, title: CONFIRM },
  { name: 'confirm-released', path: ({ released }) => `/seller-confirm?txid=${released}`, title: CONFIRM },
  {
    name: 'confirm-done',
    path: ({ confirmed }) => `/seller-confirm?txid=${confirmed}&done=1`,
    title: CONFIRM,
    h1: 'Confirmation Received',
  },
]

const OPERATOR: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'register', path: '/register', ...TO_HOME },
  { name: 'login', path: '/login', ...TO_HOME },
  { name: 'payment', path: '/payment', ...TO_HOME },
  { name: 'submit', path: '/submit', ...TO_HOME },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', ...DENIED },
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard' },
  { name: 'admin-panel', path: '/admin-panel', title: 'Admin Panel' },
]

export const TOUR: Record<Role, Stop[]> = {
  visitor: VISITOR,
  'unpaid.buyer': UNPAID_BUYER,
  'paid.buyer': PAID_BUYER,
  'pilot.buyer': PILOT_BUYER,
  seller: SELLER,
  operator: OPERATOR,
}

export const ROLES = Object.keys(TOUR) as Role[]

type Visit = { app: App; browser: TestBrowser }

/** A browser window of that person, signed in. */
export async function enter({ app, browser }: Visit, role: Role): Promise<TestPage> {
  // Moving strips would make every picture another one, and colours that fade from one scheme to the other be measured half-way.
  const window = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  if (role === 'visitor') return window
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${role}@`))
  const { page } = window
  await page.goto(`${app.origin}/login`)
  await page.getByLabel('Email').fill(account?.email ?? '')
  await page.getByLabel('Password').fill(account?.password ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  return window
}

/** Opens the page, waits until the browser has taken it over, and does what is to be done there. Answers with its status. */
export async function open(page: Page, stop: Stop, at: { app: App; trades: SampleTrades }): Promise<number> {
  await stop.before?.(at.app)
  if (stop.leaves) await page.addInitScript(holdStill)
  const path = typeof stop.path === 'string' ? stop.path : stop.path(at.trades)
  const answer = await page.goto(at.app.origin + path)
  await page.waitForFunction(isTakenOver)
  await stop.act?.(page)
  await page.evaluate(() => document.fonts.ready)
  return answer?.status() ?? 0
}

/** Pages that lead on do so after 1.5 s (spec §9): such a timer never rings. */
function holdStill(): void {
  const start = window.setTimeout
  window.setTimeout = ((run: TimerHandler, ms?: number) => (ms === 1_500 ? 0 : start(run, ms))) as typeof setTimeout
}

/** React marks the elements that it has taken over. */
function isTakenOver(): boolean {
  return Object.keys(document.body).some((key) => key.startsWith('__react'))
}

/** Sends the form as it is, and waits for the complaints. */
function refused(button: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('alert').waitFor()
  }
}

async function quote(app: App, couponCode: string) {
  return quoteFee(await app.signIn('unpaid.buyer'), { asset: 'XLM', amountUsd: '48000', couponCode })
}

/** The payment request of what is still due. */
async function openQuote(app: App): Promise<string> {
  const { visitor } = await app.signIn('unpaid.buyer')
  return requestOn(await visitor.get('/payment')).uri
}

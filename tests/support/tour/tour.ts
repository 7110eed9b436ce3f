/** Every page of every role, in an order a person could use. Tests walk it, and `npm run shots` takes pictures. */
import type { Page } from 'playwright-core'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import type { App, DemoName } from '#tests/support/app/app.ts'
import type { TestBrowser, TestPage } from '#tests/support/app/browser.ts'
import type { SampleTrades } from './sample-trades.ts'
import { PAID_BUYER, PILOT_BUYER, UNPAID_BUYER } from './tour-buyer.ts'
import { OPERATORS_DESK } from './tour-operator.ts'
import { SELLER } from './tour-seller.ts'
import { NO_STATEMENT, STATEMENT_OF_VISITOR, STATEMENTS } from './tour-statement.ts'
import { DENIED, HOME, PUBLIC, type Stop, TO_HOME } from './tour-stop.ts'
import { VISITOR } from './tour-visitor.ts'

export type Role = 'visitor' | DemoName

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
  { name: 'admin', path: '/admin', lands: '/admin-panel', title: 'Admin Panel' },
  ...OPERATORS_DESK,
]

export const TOUR: Record<Role, Stop[]> = {
  visitor: [...VISITOR, STATEMENT_OF_VISITOR],
  'unpaid.buyer': UNPAID_BUYER,
  'paid.buyer': [...PAID_BUYER, ...STATEMENTS],
  'pilot.buyer': [...PILOT_BUYER, NO_STATEMENT],
  seller: [...SELLER, ...STATEMENTS],
  operator: [...OPERATOR, ...STATEMENTS],
}

export const ROLES = Object.keys(TOUR) as Role[]

type Visit = { app: App; browser: TestBrowser }

export async function enter(
  { app, browser }: Visit,
  role: Role,
  options: { javaScript?: boolean } = {},
): Promise<TestPage> {
  const window = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
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

/** Opens the page and acts as its stop says. Returns the status. */
export async function open(page: Page, stop: Stop, at: { app: App; trades: SampleTrades }): Promise<number> {
  await stop.before?.(at.app)
  if (stop.leaves) await holdStill(page)
  const answer = await page.goto(addressOf(stop, at).href)
  await stop.act?.(page)
  await page.evaluate(() => document.fonts.ready)
  return answer?.status() ?? 0
}

export function addressOf({ path }: Stop, { app, trades }: { app: App; trades: SampleTrades }): URL {
  return new URL(typeof path === 'string' ? path : path(trades), app.origin)
}

/** Pages that lead on do so after 1.5 s (spec §9): on this page such a timer never fires. */
export async function holdStill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout
    window.setTimeout = ((run: TimerHandler, ms?: number) => (ms === 1_500 ? 0 : start(run, ms))) as typeof setTimeout
  })
}

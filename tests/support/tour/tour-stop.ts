/** A stop of the tour, and what several people see there. */
import type { Page } from 'playwright-core'
import type { App } from '#tests/support/app/app.ts'
import type { SampleTrades } from './sample-trades.ts'

export type Stop = {
  /** Names its pictures. */
  name: string
  path: string | ((trades: SampleTrades) => string)
  /** The page that is reached instead (spec §2 and §6). */
  lands?: string
  /** By default 200. */
  status?: number
  /** The tab's title before the product's name. */
  title: string
  /** By default the title. */
  h1?: string
  /** The page leaves by itself after a moment; the timer is held. */
  leaves?: true
  /** Acts elsewhere before the page is opened. */
  before?: (app: App) => Promise<void>
  /** The person's act on the page before it is checked. */
  act?: (page: Page) => Promise<void>
}

export const HOME = {
  title: 'Escrow for cross-border trade',
  h1: 'The money waits on the quay until the papers are right.',
}
export const LOOKUP = 'Buyer Transaction Lookup'
export const DENIED = { status: 403, title: 'Access Denied' }
export const MUST_PAY = { status: 403, title: 'You must complete payment to access this feature.' }
export const DEAD_LINK = { status: 410, h1: 'This link no longer works' }
export const FORGOT = 'Forgot your password?'
export const CHANGED = 'Your password is changed'
export const CONFIRM_EMAIL = 'Confirm your email address'
export const TO_HOME = { lands: '/', ...HOME }
export const TO_SELLER = { lands: '/seller-confirm', title: 'Seller Shipment Confirmation' }
export const TO_PAYMENT = { lands: '/payment', title: 'Pay the service fee' }

/** What everybody may read (spec §6). */
export const PUBLIC: Stop[] = [
  {
    name: 'freight',
    path: '/freight-forwarders',
    title: 'Freight forwarders',
    h1: 'Cargo leaves on time. So should the payment.',
  },
  { name: 'faq', path: '/faq', title: 'Questions and answers' },
  { name: 'contact', path: '/contact?subject=A%20pilot%20for%20our%20desk', title: 'Contact' },
  { name: 'instructions', path: '/instructions', title: 'Instructions' },
  { name: 'wallets', path: '/wallets', title: 'Wallets', h1: 'Get a wallet' },
  { name: 'holdings', path: '/holdings', title: 'What we hold' },
  { name: 'terms', path: '/terms', title: 'Terms' },
  { name: 'privacy', path: '/privacy', title: 'Privacy policy' },
  { name: 'not-found', path: '/no-such-page', status: 404, title: 'Page not found' },
]

/** Submits the form unchanged, and waits for the errors. */
export function refused(button: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('alert').waitFor()
  }
}

/** The pages of one's own account, and the dashboard with a search. */
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { refused, type Stop } from './tour-stop.ts'

const ACCOUNT = 'Your account'
const WALLETS = 'Saved wallets'
const EXPORT = 'A copy of your data'
const CLOSE = 'Close the account'

/** Of somebody who has not begun anything: empty, and the account can be closed. */
export const SETTINGS_OF_NOBODY_KNOWN: Stop[] = [
  { name: 'settings-no-wallets', path: '/settings/wallets', title: WALLETS },
  { name: 'settings-close', path: '/settings/close', title: CLOSE },
  { name: 'settings-close-refused', path: '/settings/close', title: CLOSE, act: refused('Close my account for good') },
]

/** With wallets, with data to copy, and with open escrows. */
export const SETTINGS_OF_TRADER: Stop[] = [
  { name: 'settings', path: '/settings', title: ACCOUNT },
  {
    name: 'settings-refused',
    path: '/settings',
    title: ACCOUNT,
    async act(page) {
      await page.getByLabel('Full name').fill('')
      await saveName(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'settings-wallets', path: '/settings/wallets', title: WALLETS },
  {
    name: 'settings-wallets-named',
    path: '/settings/wallets',
    title: WALLETS,
    async act(page) {
      await page.getByLabel('Your name for it').first().fill('The supplier in Accra')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByRole('main').getByRole('status').waitFor()
    },
  },
  { name: 'settings-export', path: '/settings/export', title: EXPORT, act: refused('Make the copy') },
  {
    name: 'settings-export-ready',
    path: '/settings/export',
    title: EXPORT,
    async act(page) {
      await page.getByLabel('Password').fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Make the copy' }).click()
      await page.getByRole('main').getByRole('status').waitFor()
    },
  },
  { name: 'settings-close-open', path: '/settings/close', title: CLOSE },
]

export const DASHBOARD_SEARCHED: Stop[] = [
  { name: 'dashboard-found', path: '/dashboard?state=open&asset=XLM', title: 'Dashboard' },
  { name: 'dashboard-one', path: ({ released }) => `/dashboard?find=${released}`, title: 'Dashboard' },
  { name: 'dashboard-no-day', path: '/dashboard?from=31.02.2026', title: 'Dashboard' },
  { name: 'dashboard-nothing', path: '/dashboard?find=nothing%20of%20the%20kind', title: 'Dashboard' },
]

async function saveName(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
}

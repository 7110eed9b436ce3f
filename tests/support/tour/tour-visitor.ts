/** Somebody who has not signed in. */
import { CHANGED, CONFIRM_EMAIL, DEAD_LINK, DENIED, FORGOT, HOME, PUBLIC, refused, type Stop } from './tour-stop.ts'

export const VISITOR: Stop[] = [
  { name: 'home', path: '/', ...HOME },
  ...PUBLIC,
  { name: 'admin', path: '/admin', title: 'Admin' },
  { name: 'admin-refused', path: '/admin', title: 'Admin', act: refused('Login') },
  {
    name: 'contact-sent',
    path: '/contact',
    title: 'Contact',
    async act(page) {
      await page.getByLabel('Name').fill('Ama Mensah')
      await page.getByLabel('Email').fill('ama@trade.example')
      await page.getByLabel('Message').fill('May we try the pilot with two shipments?')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Thank you!').waitFor()
    },
  },
  { name: 'register', path: '/register', title: 'Register' },
  { name: 'register-pilot', path: '/register?pilot=freight', title: 'Register' },
  { name: 'register-refused', path: '/register', title: 'Register', act: refused('Register') },
  { name: 'login', path: '/login', title: 'Login' },
  { name: 'login-refused', path: '/login', title: 'Login', act: refused('Login') },
  { name: 'forgot-password', path: '/forgot-password', title: FORGOT },
  { name: 'forgot-password-refused', path: '/forgot-password', title: FORGOT, act: refused('Send the link') },
  { name: 'forgot-password-sent', path: '/forgot-password?sent=1', title: FORGOT },
  { name: 'reset-password-dead', path: '/reset-password?token=x', title: 'Choose a new password', ...DEAD_LINK },
  { name: 'reset-password-done', path: '/reset-password?done=1', title: 'Choose a new password', h1: CHANGED },
  { name: 'confirm-email', path: '/confirm-email', title: CONFIRM_EMAIL },
  { name: 'confirm-email-dead', path: '/confirm-email?token=x', title: CONFIRM_EMAIL, ...DEAD_LINK },
  {
    name: 'shared-escrow-dead',
    path: '/shared-escrow?token=x',
    status: 404,
    title: 'Read-only escrow',
    h1: 'This link no longer works',
  },
  {
    name: 'invitation',
    path: ({ invitation }) => invitation,
    title: 'Invitation',
    h1: 'Paula Paid wants to pay you 412.5000 XLM',
  },
  { name: 'invitation-dead', path: '/invitation?token=x', title: 'Invitation', ...DEAD_LINK },
  { name: 'payment', path: '/payment', lands: '/login', title: 'Login' },
  { name: 'submit', path: '/submit', status: 401, title: 'Submit Transaction', leaves: true },
  { name: 'seller-confirm', path: '/seller-confirm', ...DENIED },
  { name: 'lookup', path: '/transaction-lookup', ...DENIED },
  { name: 'dashboard', path: '/dashboard', lands: '/login', title: 'Login' },
  { name: 'receipt', path: '/receipt', lands: '/login', title: 'Login' },
  { name: 'admin-panel', path: '/admin-panel', ...DENIED },
  { name: 'access-denied', path: '/access-denied', title: 'Access Denied' },
]

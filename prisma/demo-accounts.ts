/** Demo users for a fresh machine. Plainly invented; never created on a public network. */

export const DEMO_PASSWORD = 'quiet harbour lantern'

export const DEMO_ACCOUNTS = [
  {
    role: 'buyer',
    email: 'paid.buyer@demo.example',
    password: DEMO_PASSWORD,
    name: 'Paula Paid',
    note: 'has paid the service fee: open an escrow',
  },
  {
    role: 'buyer',
    email: 'unpaid.buyer@demo.example',
    password: DEMO_PASSWORD,
    name: 'Udo Unpaid',
    note: 'has not paid yet: begin with the fee',
  },
  {
    role: 'buyer',
    email: 'pilot.buyer@demo.example',
    password: DEMO_PASSWORD,
    name: 'Pia Pilot',
    note: 'freight pilot: one free transaction',
  },
  {
    role: 'seller',
    email: 'seller@demo.example',
    password: DEMO_PASSWORD,
    name: 'Selma Seller',
    note: 'confirms shipments',
  },
  { role: 'admin', email: 'operator@demo.example', password: DEMO_PASSWORD, name: 'Olaf Operator', note: 'operator' },
] as const

export const DEMO_COUPONS = [
  { code: 'HARBOR5', active: true, discountRate: '0.05', payoutRate: '0.10', note: '5% off the fee' },
  { code: 'TIDE20', active: true, discountRate: '0.20', payoutRate: '0.10', note: '20% off the fee' },
  { code: 'EBBTIDE', active: false, discountRate: '0.05', payoutRate: '0.10', note: 'inactive: no discount' },
] as const

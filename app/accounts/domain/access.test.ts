import { describe, expect, test } from 'vitest'
import {
  type AccessViewer,
  canLookUp,
  canSubmit,
  feeStandingOf,
  type GuardedRoute,
  landingPath,
  pathAfterRegistration,
  pathAfterSignIn,
  pathInEmail,
  submitPath,
  visit,
} from './access.ts'

type Person = NonNullable<AccessViewer>
const person = (facts: Partial<Person>): Person => ({
  role: 'buyer',
  hasPaid: false,
  feeStanding: facts.hasPaid ? 'for_good' : 'unpaid',
  trialCredits: 0,
  plan: null,
  ...facts,
})

const people = {
  visitor: null,
  'unpaid buyer': person({}),
  'paid buyer': person({ hasPaid: true }),
  'pilot buyer': person({ plan: 'pilot', trialCredits: 1 }),
  'pilot buyer whose credit is used': person({ plan: 'pilot' }),
  seller: person({ role: 'seller' }),
  admin: person({ role: 'admin' }),
  'person without a role': person({ role: null }),
} satisfies Record<string, AccessViewer>

type Name = keyof typeof people

const allow = { allow: true }
const to = (redirectTo: string) => ({ redirectTo })
const sellersOnly = { deny: 'access_denied', pageFor: 'sellers' }
const tradersOnly = { deny: 'access_denied', pageFor: 'traders' }
const operatorsOnly = { deny: 'access_denied', pageFor: 'operators' }
const mustPay = { deny: 'must_pay' }

const expected: Record<GuardedRoute, Record<Name, object>> = {
  '/payment': {
    visitor: to('/login'),
    'unpaid buyer': allow,
    'paid buyer': to('/'),
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: to('/seller-confirm'),
    admin: to('/'),
    'person without a role': to('/'),
  },
  '/submit': {
    visitor: to('/login'),
    'unpaid buyer': to('/payment'),
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': to('/payment'),
    seller: to('/payment'),
    admin: to('/payment'),
    'person without a role': to('/payment'),
  },
  '/seller-confirm': {
    visitor: sellersOnly,
    'unpaid buyer': sellersOnly,
    'paid buyer': sellersOnly,
    'pilot buyer': sellersOnly,
    'pilot buyer whose credit is used': sellersOnly,
    seller: allow,
    admin: sellersOnly,
    'person without a role': sellersOnly,
  },
  '/wallet-check': {
    visitor: to('/login'),
    'unpaid buyer': sellersOnly,
    'paid buyer': sellersOnly,
    'pilot buyer': sellersOnly,
    'pilot buyer whose credit is used': sellersOnly,
    seller: allow,
    admin: sellersOnly,
    'person without a role': sellersOnly,
  },
  '/transaction-lookup': {
    visitor: tradersOnly,
    'unpaid buyer': mustPay,
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: allow,
    admin: tradersOnly,
    'person without a role': tradersOnly,
  },
  '/held': {
    visitor: to('/login'),
    'unpaid buyer': mustPay,
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: allow,
    admin: tradersOnly,
    'person without a role': tradersOnly,
  },
  '/dashboard': {
    visitor: to('/login'),
    'unpaid buyer': allow,
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: allow,
    admin: allow,
    'person without a role': allow,
  },
  '/receipt': {
    visitor: to('/login'),
    'unpaid buyer': allow,
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: allow,
    admin: allow,
    'person without a role': allow,
  },
  '/fee-back': {
    visitor: to('/login'),
    'unpaid buyer': allow,
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: allow,
    admin: allow,
    'person without a role': allow,
  },
  '/settings': {
    visitor: to('/login'),
    'unpaid buyer': allow,
    'paid buyer': allow,
    'pilot buyer': allow,
    'pilot buyer whose credit is used': allow,
    seller: allow,
    admin: allow,
    'person without a role': allow,
  },
  '/register': {
    visitor: allow,
    'unpaid buyer': to('/'),
    'paid buyer': to('/'),
    'pilot buyer': to('/'),
    'pilot buyer whose credit is used': to('/'),
    seller: to('/seller-confirm'),
    admin: to('/'),
    'person without a role': to('/'),
  },
  '/login': {
    visitor: allow,
    'unpaid buyer': to('/'),
    'paid buyer': to('/'),
    'pilot buyer': to('/'),
    'pilot buyer whose credit is used': to('/'),
    seller: to('/seller-confirm'),
    admin: to('/'),
    'person without a role': to('/'),
  },
  '/admin': {
    visitor: allow,
    'unpaid buyer': operatorsOnly,
    'paid buyer': operatorsOnly,
    'pilot buyer': operatorsOnly,
    'pilot buyer whose credit is used': operatorsOnly,
    seller: operatorsOnly,
    admin: to('/admin-panel'),
    'person without a role': operatorsOnly,
  },
}

const names = Object.keys(people) as Name[]
const routes = Object.keys(expected) as GuardedRoute[]

describe.each(routes)('%s', (route) => {
  test.each(names)('for a %s', (name) => {
    expect(visit(route, people[name])).toEqual(expected[route][name])
  })
})

test('no redirect runs in a circle', () => {
  for (const name of names) {
    for (const start of routes) {
      const seen = new Set<string>()
      let path: string = start
      while (path in expected) {
        expect(seen.has(path), `${name} goes round from ${start}`).toBe(false)
        seen.add(path)
        const answer = visit(path as GuardedRoute, people[name])
        if (!('redirectTo' in answer)) break
        path = answer.redirectTo
      }
    }
  }
})

test('a seller cannot open an escrow, whatever the record says', () => {
  expect(canSubmit(person({ role: 'seller', hasPaid: true, trialCredits: 1 }))).toBe(false)
})

test('a used pilot credit keeps the lookup open and closes the submit form', () => {
  const pilot = people['pilot buyer whose credit is used']
  expect([canLookUp(pilot), canSubmit(pilot), submitPath(pilot)]).toEqual([true, false, '/payment'])
})

test('a fee that is used up closes the form and opens the payment, and takes nothing away', () => {
  const buyer = person({ hasPaid: true, feeStanding: 'used_up' })
  expect([canSubmit(buyer), canLookUp(buyer), submitPath(buyer)]).toEqual([false, true, '/payment'])
  expect([visit('/payment', buyer), visit('/submit', buyer)]).toEqual([allow, to('/payment')])
  expect(canSubmit({ ...buyer, trialCredits: 1 })).toBe(true)
})

test('a fee that waits for its escrow opens the form; the rest of a larger one may be paid', () => {
  const buyer = person({ hasPaid: true, feeStanding: 'unused' })
  expect([canSubmit(buyer), visit('/payment', buyer)]).toEqual([true, allow])
})

test.each([
  ['once', [], 'for_good'],
  ['once', ['escrow used'], 'for_good'],
  ['each', [], 'for_good'],
  ['each', ['account'], 'for_good'],
  ['each', ['account', 'escrow used'], 'for_good'],
  ['each', ['escrow used', 'escrow'], 'unused'],
  ['each', ['escrow used', 'escrow used'], 'used_up'],
] as const)('under %s, fees %j of somebody who paid are %s', (serviceFee, paid, standing) => {
  const fees = paid.map((fee) => ({
    covers: fee === 'account' ? ('account' as const) : ('escrow' as const),
    isUsed: fee === 'escrow used',
  }))
  expect(feeStandingOf({ hasPaid: true, serviceFee, fees })).toBe(standing)
  expect(feeStandingOf({ hasPaid: false, serviceFee, fees: [] })).toBe('unpaid')
})

test('home sends a buyer who may submit to the form, and every other to the payment', () => {
  expect(submitPath(people['paid buyer'])).toBe('/submit')
  expect(submitPath(people['pilot buyer'])).toBe('/submit')
  expect(submitPath(people['unpaid buyer'])).toBe('/payment')
})

test('after registration a seller confirms, a pilot submits, any other buyer pays', () => {
  expect(pathAfterRegistration(people.seller)).toBe('/seller-confirm')
  expect(pathAfterRegistration(people['pilot buyer'])).toBe('/submit?from=pilot')
  expect(pathAfterRegistration(people['unpaid buyer'])).toBe('/payment')
})

test('a new account goes back to where it was asked for, when that page lets it in', () => {
  const txid = '?txid=auto_7K3MQ9XHW2TPV4ZD0000'
  expect(pathAfterRegistration(people.seller, `/seller-confirm${txid}`)).toBe(`/seller-confirm${txid}`)
  expect(pathAfterRegistration(people.seller, `/dashboard${txid}`)).toBe(`/dashboard${txid}`)
  expect(pathAfterRegistration(people['unpaid buyer'], '/payment?ref=HARBOR5')).toBe('/payment?ref=HARBOR5')
  expect(pathAfterRegistration(people['unpaid buyer'], `/seller-confirm${txid}`)).toBe('/payment')
  expect(pathAfterRegistration(people['unpaid buyer'], '/submit?form=1')).toBe('/payment')
  expect(pathAfterRegistration(people['pilot buyer'], '/payment#order')).toBe('/payment#order')
  expect(pathAfterRegistration(people['unpaid buyer'], '/statements/auto_1')).toBe('/statements/auto_1')
})

test('signing in leads to what waits for a person', () => {
  expect(pathAfterSignIn(people.seller)).toBe('/dashboard')
  expect(pathAfterSignIn(people['paid buyer'])).toBe('/dashboard')
  expect(pathAfterSignIn(people['pilot buyer'])).toBe('/dashboard')
  expect(pathAfterSignIn(people['unpaid buyer'])).toBe('/payment')
  expect(pathAfterSignIn(person({ role: 'admin' }))).toBe('/admin-panel')
  expect(pathAfterSignIn(person({ role: null }))).toBe('/')
})

test('a page for visitors sends a seller to the confirmation and others home', () => {
  expect(landingPath(people.seller)).toBe('/seller-confirm')
  expect(landingPath(people['paid buyer'])).toBe('/')
})

test('a letter leads by way of the login to a page that denies visitors, and straight to every other', () => {
  const txid = '?txid=auto_7K3MQ9XHW2TPV4ZD0000'
  const back = (path: string) => `/login?redirectTo=${encodeURIComponent(path)}`
  for (const path of ['/seller-confirm', `/seller-confirm${txid}`, `/transaction-lookup${txid}#settle`]) {
    expect(pathInEmail(path)).toBe(back(path))
  }
  for (const path of ['/admin-panel', '/admin-panel/books', `/admin-panel/escrows${txid}`]) {
    expect(pathInEmail(path)).toBe(back(path))
  }
  for (const path of [`/held${txid}`, `/dashboard${txid}`, '/contact', '/invitation?token=1', '/admin-panels']) {
    expect(pathInEmail(path)).toBe(path)
  }
})

/** Who may see and do what (spec §2, §4, §6), asked of the server over HTTP: a browser could hide it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathInEmail } from '#app/accounts/domain/access.ts'
import { PROGRAM } from '#app/trade/onchain/domain/recovery-names.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith, type Visitor } from '#scripts/trade/http-client.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { confirmShipment, openEscrow, type Person, readAsPeopleDo } from '#scripts/trade/steps.ts'
import { type App, DEMO_NAMES } from '#tests/support/app/app.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

const PEOPLE = ['visitor', ...DEMO_NAMES] as const
type Who = (typeof PEOPLE)[number]

const NO_FILE = '00000000-0000-7000-8000-000000000000'
const PUBLIC_PAGES = ['/', '/freight-forwarders', '/faq', '/contact', '/instructions', '/terms', '/privacy']

/** Per route, in the order of PEOPLE: a status, or the path of a redirect. */
const TABLE: Record<
  string,
  [visitor: Answer, paid: Answer, unpaid: Answer, pilot: Answer, seller: Answer, op: Answer]
> = {
  ...Object.fromEntries(PUBLIC_PAGES.map((path) => [path, [200, 200, 200, 200, 200, 200]])),
  '/access-denied': [200, 200, 200, 200, 200, 200],
  '/register': [200, '/', '/', '/', '/seller-confirm', '/'],
  '/login': [200, '/', '/', '/', '/seller-confirm', '/'],
  '/confirm-email': [200, 200, 200, 200, 200, 200],
  '/holdings': [200, 200, 200, 200, 200, 200],
  '/forgot-password': [200, 200, 200, 200, 200, 200],
  // Without an email link there is nothing to show.
  '/reset-password': [410, 410, 410, 410, 410, 410],
  '/payment': ['/login', '/', 200, 200, '/seller-confirm', '/'],
  // A visitor reads why before going to /login (spec §4). Others are redirected to an address that names their form.
  '/submit': [401, '/submit', '/payment', '/submit', '/payment', '/payment'],
  [`/submit?form=${NO_FILE}`]: [401, 200, '/payment', 200, '/payment', '/payment'],
  '/seller-confirm': [403, 403, 403, 403, 200, 403],
  '/transaction-lookup': [403, 200, 403, 200, 200, 403],
  '/held?txid=auto_00000000000000000000': [
    '/login',
    '/transaction-lookup',
    403,
    '/transaction-lookup',
    '/transaction-lookup',
    '/admin-panel/escrows',
  ],
  '/dashboard': ['/login', 200, 200, 200, 200, 200],
  '/settings': ['/login', 200, 200, 200, 200, 200],
  '/settings/password': ['/login', 200, 200, 200, 200, 200],
  '/settings/email': ['/login', 200, 200, 200, 200, 200],
  '/settings/second-factor': ['/login', 200, 200, 200, 200, 200],
  '/settings/wallets': ['/login', 200, 200, 200, 200, 200],
  '/settings/export': ['/login', 200, 200, 200, 200, 200],
  '/settings/close': ['/login', 200, 200, 200, 200, 200],
  [`/settings/export/${NO_FILE}.zip`]: ['/login', 404, 404, 404, 404, 404],
  '/dashboard?find=coffee&state=open&asset=XLM&from=2026-01-01': ['/login', 200, 200, 200, 200, 200],
  '/dashboard/escrows.csv': ['/login', 200, 200, 200, 200, 200],
  '/dates/auto_00000000000000000.ics': ['/login', 404, 404, 404, 404, 404],
  // For a person who has just entered the password of an account with a second factor.
  '/login/code': ['/login', '/', '/', '/', '/', '/'],
  '/change-email': ['/login', 410, 410, 410, 410, 410],
  '/keep-email': [410, 410, 410, 410, 410, 410],
  // Nobody has a receipt: the paid demo account is created as paid.
  '/receipt': ['/login', 404, 404, 404, 404, 404],
  '/receipts/1.pdf': ['/login', 404, 404, 404, 404, 404],
  '/fee-back': ['/login', 200, 200, 200, 200, 200],
  // The login of operators: other accounts are refused.
  '/admin': [200, 403, 403, 403, 403, '/admin-panel'],
  '/admin-panel': [403, 403, 403, 403, 403, 200],
  '/admin-panel/cases': [403, 403, 403, 403, 403, 200],
  '/admin-panel/books': [403, 403, 403, 403, 403, 200],
  '/admin-panel/operators': [403, 403, 403, 403, 403, 200],
  '/admin-panel/records': [403, 403, 403, 403, 403, 200],
  '/admin-panel/lists': [403, 403, 403, 403, 403, 200],
  '/admin-panel/lists/escrows': [403, 403, 403, 403, 403, 200],
  '/admin-panel/lists/escrows/csv': [403, 403, 403, 403, 403, 200],
  '/admin-panel/lists/none': [403, 403, 403, 403, 403, 404],
  [`/admin-panel/people/${NO_FILE}`]: [403, 403, 403, 403, 403, 404],
  [`/admin-panel/acts/lock/${NO_FILE}`]: [403, 403, 403, 403, 403, 404],
  '/admin-panel/audit': [403, 403, 403, 403, 403, 200],
  '/admin-panel/audit/export?of=days&from=2020-01-01&to=2020-01-01': [403, 403, 403, 403, 403, 200],
  '/admin-panel/figures': [403, 403, 403, 403, 403, 200],
  '/admin-panel/figures.csv?of=fees': [403, 403, 403, 403, 403, 200],
  '/admin-panel/disputes': [403, 403, 403, 403, 403, 200],
  [`/admin-panel/disputes/${NO_FILE}`]: [403, 403, 403, 403, 403, 404],
  '/admin-panel/resellers': [403, 403, 403, 403, 403, 200],
  '/admin-panel/resellers.csv': [403, 403, 403, 403, 403, 200],
  '/admin-panel/resellers/new': [403, 403, 403, 403, 403, 200],
  [`/admin-panel/resellers/${NO_FILE}`]: [403, 403, 403, 403, 403, 404],
  [`/admin-panel/resellers/${NO_FILE}/statement.csv?month=2026-11`]: [403, 403, 403, 403, 403, 404],
  // Only a valid link opens these, whoever is signed in.
  '/reseller': [404, 404, 404, 404, 404, 404],
  [`/reseller?token=${NO_FILE}`]: [404, 404, 404, 404, 404, 404],
  [`/reseller/statement.csv?token=${NO_FILE}&month=2026-11`]: [404, 404, 404, 404, 404, 404],
  '/admin-panel/escrows?txid=auto_00000000000000000000': [403, 403, 403, 403, 403, 200],
  '/logout': ['/', '/', '/', '/', '/', '/'],
  [`/documents/${NO_FILE}`]: ['/login', 404, 404, 404, 404, 404],
  [`/contracts/${NO_FILE}`]: ['/login', 404, 404, 404, 404, 404],
  '/documents/no-id': ['/login', 404, 404, 404, 404, 404],
  '/styleguide': [404, 404, 404, 404, 404, 404],
  '/nowhere': [404, 404, 404, 404, 404, 404],
  '/healthz': [200, 200, 200, 200, 200, 200],
  // The program that reads recovery files contains no escrow's data.
  [`/${PROGRAM}`]: [200, 200, 200, 200, 200, 200],
  '/prices': [200, 200, 200, 200, 200, 200],
}
type Answer = number | `/${string}`

let app: App
const people = {} as Record<Who, Visitor>

beforeAll(async () => {
  app = await borrowApp()
  people.visitor = app.visitor()
  for (const name of DEMO_NAMES) people[name] = (await app.signIn(name)).visitor
})
afterAll(() => app?.close())

describe.each(Object.entries(TABLE))('%s', (path, expected) => {
  it.each(PEOPLE.map((who, place) => ({ who, answer: expected[place] })))(
    'answers $answer to $who',
    async ({ who, answer }) => {
      expect(answerOf(await people[who].send(path))).toBe(answer)
    },
  )
})

describe('the closed doors say why', () => {
  it.each([
    ['/seller-confirm', 'visitor', ['Access Denied', 'You must be logged in to view this page.', 'Return to Home']],
    ['/seller-confirm', 'paid.buyer', ['Access Denied', 'This page is for sellers. Signed in as', ', buyer.']],
    ['/transaction-lookup', 'operator', ['Access Denied', 'This page is for buyers and sellers.', ', operator.']],
    ['/admin-panel', 'seller', ['Access Denied', 'This page is for Quayside’s operators.', ', seller.']],
    ['/transaction-lookup', 'unpaid.buyer', ['You must complete payment to access this feature.']],
    ['/transaction-lookup', 'visitor', ['Access Denied']],
    ['/submit', 'visitor', ['User not authenticated. Redirecting to login...']],
  ] as const)('%s to %s', async (path, who, words) => {
    const { text } = await people[who].get(path)
    for (const sentence of words) expect(text).toContain(sentence)
    // A signed-in person is not asked to log in.
    if (who !== 'visitor') expect(text).not.toContain('You must be logged in')
  })

  it.each([
    ['/seller-confirm', 'paid.buyer', 'This page is for sellers. Signed in as'],
    ['/transaction-lookup', 'operator', 'This page is for buyers and sellers.'],
    ['/admin-panel/cases', 'seller', 'This page is for Quayside’s operators.'],
    ['/admin', 'seller', 'This page is for Quayside’s operators.'],
    ['/transaction-lookup', 'unpaid.buyer', 'You must complete payment to access this feature.'],
  ] as const)('%s says the same to %s who sends a form there', async (path, who, sentence) => {
    const headers = { Origin: app.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await people[who].send(path, { method: 'POST', headers, body: 'intent=review' })
    const html = await answer.text()
    expect(answer.status).toBe(403)
    expect(html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(sentence)
    // Nor does the page's frame ask a signed-in person to log in.
    expect(html).not.toContain('You must be logged in')
    expect(html).not.toMatch(/href="\/login/)
  })

  it('and a page of no escrow leads a visitor to log in and back', async () => {
    const visitor = app.visitor()
    const closed = await visitor.get('/seller-confirm')
    const ways = closed.links.filter(({ href }) => href.startsWith('/login'))
    expect(ways.map(({ href }) => href)).toEqual(ways.map(() => '/login?redirectTo=%2Fseller-confirm'))
    expect(ways.length).toBeGreaterThan(1)
  })

  // Emails link to these pages: a signed-out person gets the login and the reason.
  it.each(['/seller-confirm?txid=auto_00000000000000000000', '/transaction-lookup?txid=auto_00000000000000000000'])(
    'and %s is the login to a visitor, and leads back',
    async (path) => {
      const visitor = app.visitor()
      const login = await visitor.get(path)
      expect(login.url.pathname + login.url.search).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
      expect(login.text).toContain('You must be logged in to view this page.')
      const values = { email: 'seller@demo.example', password: 'quiet harbour lantern' }
      const page = await visitor.submit(login, formWith(login, 'password'), { values })
      expect(page.url.pathname + page.url.search).toBe(path)
    },
  )

  const TXID = '?txid=auto_00000000000000000000'
  it.each([
    [`/dashboard${TXID}`, 'seller', `/seller-confirm${TXID}`],
    // No such escrow exists: /held is a page of on-chain escrows only.
    [`/held${TXID}`, 'seller', `/transaction-lookup${TXID}`],
    [`/held${TXID}`, 'paid.buyer', `/transaction-lookup${TXID}`],
    [pathInEmail('/seller-confirm'), 'seller', '/seller-confirm'],
    ['/payment', 'unpaid.buyer', '/payment'],
    ['/fee-back', 'paid.buyer', '/fee-back'],
    ['/settings/about', 'seller', '/settings/about'],
    [pathInEmail('/admin-panel'), 'operator', '/admin-panel'],
    [pathInEmail('/admin-panel/books'), 'operator', '/admin-panel/books'],
  ])('the link %s of a letter leads %s on to %s after signing in, and at once later', async (link, who, task) => {
    const visitor = app.visitor()
    const login = await visitor.get(link)
    expect(login.url.pathname).toBe('/login')
    const values = { email: `${who}@demo.example`, password: 'quiet harbour lantern' }
    const page = await visitor.submit(login, formWith(login, 'password'), { values })
    expect(page.url.pathname + page.url.search).toBe(task)
    const again = await visitor.get(link)
    expect(again.url.pathname + again.url.search).toBe(task)
  })
})

describe('a form sent from another site is refused', () => {
  const doors = [
    ['/register', 'visitor'],
    ['/login', 'visitor'],
    ['/confirm-email', 'visitor'],
    ['/forgot-password', 'visitor'],
    ['/reset-password', 'visitor'],
    ['/payment', 'unpaid.buyer'],
    ['/submit', 'paid.buyer'],
    ['/seller-confirm', 'seller'],
    ['/transaction-lookup', 'paid.buyer'],
    ['/admin', 'visitor'],
    ['/admin-panel/cases', 'operator'],
    ['/admin-panel/books', 'operator'],
    [`/admin-panel/disputes/${NO_FILE}`, 'operator'],
    ['/admin-panel/operators', 'operator'],
    ['/admin-panel/resellers/new', 'operator'],
    [`/admin-panel/resellers/${NO_FILE}`, 'operator'],
    ['/admin-panel/audit', 'operator'],
    ['/settings', 'seller'],
    ['/settings/password', 'seller'],
    ['/settings/email', 'seller'],
    ['/settings/second-factor', 'seller'],
    ['/settings/wallets', 'paid.buyer'],
    ['/settings/export', 'seller'],
    ['/settings/close', 'seller'],
    ['/keep-email', 'visitor'],
    ['/logout', 'paid.buyer'],
  ] as const

  it.each(doors)('%s', async (path, who) => {
    const senders: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'no address' },
      // Right host, wrong port.
      { Origin: app.harbourOrigin },
      { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
      { Origin: app.origin.replace('http:', 'https:') },
      { Origin: app.origin, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: app.origin, 'Sec-Fetch-Site': 'same-site' },
      {},
    ]
    for (const headers of senders) {
      const answer = await post(people[who], path, { headers })
      expect(answer.status, JSON.stringify(headers)).toBe(403)
      expect(await answer.text()).toContain('This form is not from our pages')
    }
  })

  it('and nobody is logged in by one', async () => {
    const fields = { email: 'seller@demo.example', password: 'quiet harbour lantern' }
    const headers = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }
    const answer = await post(people.visitor, '/login', { fields, headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('and nobody was logged out by one', async () => {
    expect((await people['paid.buyer'].send('/dashboard')).status).toBe(200)
  })
})

describe('what a person may not see, the person may not send either', () => {
  it.each([
    ['/payment', 'visitor', '/login'],
    ['/submit', 'visitor', 401],
    ['/seller-confirm', 'visitor', 403],
    ['/transaction-lookup', 'visitor', 403],
    ['/logout', 'visitor', '/'],
    ['/settings', 'visitor', '/login'],
    ['/settings/wallets', 'visitor', '/login'],
    ['/settings/export', 'visitor', '/login'],
    ['/settings/close', 'visitor', '/login'],
    // Without the form's fields nothing is done for anybody; an operator’s account is never closed here.
    ['/settings/wallets', 'seller', 400],
    ['/settings/export', 'seller', 400],
    ['/settings/close', 'seller', 400],
    ['/settings/close', 'operator', 400],
    ['/payment', 'paid.buyer', '/'],
    ['/payment', 'seller', '/seller-confirm'],
    ['/submit', 'unpaid.buyer', '/payment'],
    ['/submit', 'seller', '/payment'],
    ['/seller-confirm', 'paid.buyer', 403],
    ['/seller-confirm', 'operator', 403],
    ['/transaction-lookup', 'unpaid.buyer', 403],
    ['/transaction-lookup', 'operator', 403],
    ['/register', 'seller', '/seller-confirm'],
    ['/admin', 'paid.buyer', 403],
    ['/admin-panel/books', 'paid.buyer', 403],
    ['/admin-panel/cases', 'visitor', 403],
    ['/admin-panel/cases', 'paid.buyer', 403],
    ['/admin-panel/cases', 'seller', 403],
    ...(['visitor', 'paid.buyer', 'seller'] as const).flatMap((who) => [
      ['/admin-panel/resellers/new', who, 403] as const,
      [`/admin-panel/resellers/${NO_FILE}`, who, 403] as const,
    ]),
    // The page of a link accepts no POST.
    ['/reseller', 'visitor', 405],
    [`/admin-panel/disputes/${NO_FILE}`, 'visitor', 403],
    [`/admin-panel/disputes/${NO_FILE}`, 'paid.buyer', 403],
    [`/admin-panel/disputes/${NO_FILE}`, 'seller', 403],
  ] as const)('%s by %s', async (path, who, answer) => {
    expect(answerOf(await post(people[who], path))).toBe(answer)
  })

  it('and a seller whose session has ended reads that nothing was uploaded', async () => {
    const answer = await post(people.visitor, '/seller-confirm')
    expect(await answer.text()).toContain('Upload blocked: user not authenticated.')
  })
})

describe('an escrow', () => {
  let buyer: Person
  let stranger: Person
  let txid: string
  let contractPath: string
  let documentPath: string

  beforeAll(async () => {
    buyer = { visitor: people['paid.buyer'], email: 'paid.buyer@demo.example' }
    const seller = { visitor: people.seller, email: 'seller@demo.example' }
    stranger = await app.register('seller')
    const wallet = playAddress('seller', 'XRP')
    const papers = { sellerEmail: seller.email, contract: contract('for two pairs of eyes') }
    txid = (await openEscrow(buyer, { asset: 'XRP', amount: '12.5', wallet, ...papers })).txid
    await confirmShipment(seller, { txid, wallet, files: shippingDocuments() })
    const { links } = await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
    contractPath = links.find(({ href }) => href.startsWith('/contracts/'))?.href ?? 'no contract'
    documentPath = links.find(({ href }) => href.startsWith('/documents/'))?.href ?? 'no document'
  })

  it('is shown to its buyer and its seller', async () => {
    for (const who of ['paid.buyer', 'seller'] as const) {
      const page = await people[who].get(`/transaction-lookup?txid=${txid}`)
      expect(page.text).toContain('12.5')
      expect(page.text).not.toContain('Transaction not found.')
    }
  })

  it.each(['pilot.buyer', 'stranger'] as const)('does not exist for %s', async (who) => {
    const visitor = who === 'stranger' ? stranger.visitor : people[who]
    const page = await visitor.get(`/transaction-lookup?txid=${txid}`)
    expect(page.text).toContain('Transaction not found.')
    expect(page.text).not.toContain('12.5')
    const sent = await post(visitor, '/transaction-lookup', {
      fields: { txid, intent: 'review', approval: 'Approved', sure: 'yes' },
    })
    expect(sent.status).toBe(400)
    expect(await sent.text()).toContain('Transaction not found.')
  })

  it('does not exist for a seller whom the buyer did not name', async () => {
    const page = await stranger.visitor.get(`/seller-confirm?txid=${txid}`)
    expect(page.text).toContain('Transaction not found.')
    const empty = await stranger.visitor.get('/seller-confirm')
    const form = formWith(empty, 'walletAddress')
    await readAsPeopleDo(stranger, form)
    const values = {
      transactionId: txid,
      walletAddress: playAddress('friend', 'XRP'),
      acceptsContract: true,
      captcha: true,
    }
    const answer = await stranger.visitor.submit(empty, form, { values })
    expect(answer.status).toBe(400)
    expect(answer.complaints).toContain('Transaction not found.')
  })

  it('cannot be approved by its seller', async () => {
    const wallet = { seenAddress: playAddress('seller', 'XRP'), seenMemo: '' }
    const fields = { txid, intent: 'review', approval: 'Approved', sure: 'yes', ...wallet }
    await post(people.seller, '/transaction-lookup', { fields })
    const [row] = await app.query<{ approval: string }>(
      'select "documentApprovalStatus" as approval from escrow where "transactionId" = $1',
      [txid],
    )
    expect(row?.approval).toBe('Pending')
  })

  it('gives its contract and documents to the two parties and the operator, as attachments', async () => {
    for (const who of ['paid.buyer', 'seller', 'operator'] as const) {
      for (const path of [contractPath, documentPath]) {
        const answer = await people[who].send(path)
        expect(answer.status, `${path} to ${who}`).toBe(200)
        expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        expect(await answer.text()).toMatch(/^%PDF/)
      }
    }
  })

  it('gives nothing to anybody else', async () => {
    for (const path of [contractPath, documentPath]) {
      expect(answerOf(await people.visitor.send(path))).toBe('/login')
      for (const visitor of [people['pilot.buyer'], people['unpaid.buyer'], stranger.visitor]) {
        expect((await visitor.send(path)).status, path).toBe(404)
      }
    }
  })
})

it('an account that has logged out is a visitor again', async () => {
  const { visitor } = await app.signIn('unpaid.buyer')
  expect(answerOf(await post(visitor, '/logout'))).toBe('/')
  expect(answerOf(await visitor.send('/payment'))).toBe('/login')
})

type Post = { fields?: Record<string, string>; headers?: Record<string, string> }

/** Sends a form as a browser does from our own page, or with other headers about its origin. */
function post(
  visitor: Visitor,
  path: string,
  { fields = {}, headers = { Origin: app.origin } }: Post = {},
): Promise<Response> {
  return visitor.send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

function answerOf(response: Response): number | string {
  const location = response.headers.get('location')
  return location === null ? response.status : new URL(location, app.origin).pathname
}

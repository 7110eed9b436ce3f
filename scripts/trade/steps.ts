/** The steps of a trade, taken on the pages of the running app. Each throws when a page refuses. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { looksLikeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { HarbourClient } from './harbour.ts'
import type { Form, Page } from './html.ts'
import { describe, formWith, openVisitor, type Visitor } from './http-client.ts'
import { type Patience, waitFor } from './wait.ts'

export type Person = { visitor: Visitor; email: string }

/** A payment request as the page shows it to wallets. */
export type Request = { uri: string; amount: string; to: string; memo: string }

export const TRADE_PASSWORD = 'three boats at low tide'
/** The lookup page allows one request a second. */
const PAUSE_MS = 1_100
const PAYMENT_LIMIT_MS = 120_000

/** Registers through the form, and is signed in. `readingMs`: see openVisitor; for all later forms. */
export async function register(
  origin: string,
  who: { role: 'buyer' | 'seller'; email?: string },
  haste: { readingMs?: number } = {},
): Promise<Person> {
  const visitor = openVisitor(origin, haste)
  const email = who.email ?? newEmail(who.role)
  const name = who.role === 'buyer' ? 'Bea Buyer' : 'Sam Seller'
  const page = await visitor.get('/register')
  const values = { name, email, password: TRADE_PASSWORD, role: who.role, sanctionsConsent: true }
  const form = formWith(page, 'sanctionsConsent')
  await readAsPeopleDo({ visitor }, form)
  const next = await visitor.submit(page, form, { values })
  expectPath(next, who.role === 'buyer' ? '/payment' : '/seller-confirm')
  return { visitor, email }
}

/** The same person in a new browser: a jump of the clock ends sessions. */
export async function signIn(origin: string, { email, password = TRADE_PASSWORD }: Account): Promise<Person> {
  const visitor = openVisitor(origin)
  const page = await visitor.get('/login')
  const next = await visitor.submit(page, formWith(page, 'password'), { values: { email, password } })
  if (next.url.pathname === '/login') throw new Error(`${email} cannot log in: ${describe(next)}`)
  return { visitor, email }
}

type Account = { email: string; password?: string }

export function newEmail(role: 'buyer' | 'seller'): string {
  return `${role}.${randomBytes(5).toString('hex')}@trade.example`
}

/** Follows the link of the newest email, and presses the button on its page. */
export async function confirmEmail({ visitor, email }: Person, harbour: HarbourClient): Promise<Page> {
  const page = await visitor.get(await linkInMail(harbour, { to: email, page: '/confirm-email' }))
  const form = page.forms.find(({ method, action }) => method === 'post' && action?.startsWith('/confirm-email'))
  if (!form) throw new Error(`Nothing can be confirmed on ${describe(page)}`)
  return expectWords(await visitor.submit(page, form, {}), 'Your email address is confirmed')
}

/** Waits for an email with a link to the page; returns the newest link without its origin. */
export async function linkInMail(harbour: HarbourClient, wanted: { to: string; page: string }): Promise<string> {
  return until({ what: `a letter to ${wanted.to} with a link to ${wanted.page}`, pauseMs: 100 }, async () => {
    for (const { text } of await harbour.mails(wanted.to)) {
      const link = text?.match(/https?:\S+/g)?.find((url) => new URL(url).pathname === wanted.page)
      if (link) return new URL(link).pathname + new URL(link).search
    }
    return null
  })
}

/** Requests a quote of the fee; returns what to pay. */
export async function quoteFee(
  buyer: Person,
  order: { asset: Asset; amountUsd: string; couponCode: string },
): Promise<Request & { page: Page }> {
  const page = await buyer.visitor.get('/payment')
  const quoted = await buyer.visitor.submit(page, formWith(page, 'amountUsd'), { values: order, press: 'quote' })
  return { ...requestOn(quoted), page: quoted }
}

export async function untilFeeIsPaid(buyer: Person): Promise<Page> {
  return until({ what: 'the fee is confirmed' }, async () => {
    const page = await buyer.visitor.get('/payment')
    return page.text.includes('Payment confirmed!') ? page : null
  })
}

export type Opening = {
  asset: Asset
  amount: string
  sellerEmail: string
  /** The wallet that the buyer expects the seller to name. */
  wallet: string
  memo?: string
  contract: File
  /** Left out: the form's default deadlines. */
  dates?: 'none'
}

/** Opens an escrow in auto mode; returns its ID, the payment request and the page that watches the deposit. */
export async function openEscrow(buyer: Person, opening: Opening): Promise<Request & { txid: string; page: Page }> {
  const opened = await submitTrade(buyer, {
    currency: opening.asset,
    amount: opening.amount,
    notes: 'Forty bags of coffee',
    terms: 'Bill of lading, invoice and packing list',
    sellerEmail: opening.sellerEmail,
    walletFrom: 'typed',
    walletAddress: opening.wallet,
    walletMemo: opening.memo ?? '',
    type: 'auto',
    contract: opening.contract,
    ...(opening.dates && { dates: opening.dates }),
  })
  const txid = opened.text.split(/\s+/).find(looksLikeEscrowId)
  if (txid === undefined) throw new Error(`No escrow ID is shown on ${describe(opened)}`)
  return { ...requestOn(opened), txid, page: opened }
}

type Typed = NonNullable<Parameters<Visitor['submit']>[2]['values']>

/** A field of each step of /submit, in order. */
const STEP_FIELDS = ['sellerEmail', 'dates', 'seen']

/**
 * Fills in the steps of /submit and opens the escrow: each value goes to the step with its field, other fields keep
 * their defaults. Returns the page that follows, or the one that refuses.
 */
export async function submitTrade({ visitor }: Person, values: Typed): Promise<Page> {
  let page = await visitor.get('/submit')
  for (const field of STEP_FIELDS) {
    if (!page.forms.some(({ fields }) => fields.some(({ name }) => name === field))) return page
    const form = formWith(page, field)
    const asked = new Set(form.fields.map(({ name }) => name))
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => asked.has(name)))
    page = await visitor.submit(page, form, { values: own })
  }
  return page
}

export async function untilFunded(buyer: Person, watched: Page): Promise<Page> {
  return until({ what: 'the escrow is funded' }, async () => {
    const page = await buyer.visitor.get(pathOf(watched))
    return page.text.includes('Transaction submitted and verified.') ? page : null
  })
}

/** Presents documents, names the wallet, confirms the shipment. `says`: what the page says then. */
export async function confirmShipment(
  seller: Person,
  shipment: { txid: string; wallet: string; memo?: string; files: Record<string, File>; says?: string },
): Promise<Page> {
  const { visitor } = seller
  const page = await visitor.get(`/seller-confirm?txid=${shipment.txid}`)
  const form = formWith(page, 'walletAddress')
  await readAsPeopleDo(seller, form)
  const done = await visitor.submit(page, form, {
    values: {
      walletAddress: shipment.wallet,
      walletMemo: shipment.memo ?? '',
      acceptsContract: true,
      captcha: true,
      ...shipment.files,
    },
  })
  return expectWords(done, shipment.says ?? 'Confirmation Received')
}

/** Waits as long as the captcha demands. The form has the time at which it was issued, by a clock that may be ahead. */
export async function readAsPeopleDo({ visitor }: Pick<Person, 'visitor'>, form: Form): Promise<void> {
  const issued = form.fields.find(({ name }) => name === 'issued')?.value ?? ''
  const left = Number.parseInt(issued, 10) + visitor.readingMs - Date.now()
  await delay(Math.min(visitor.readingMs, Math.max(0, left)))
}

/** Approves the documents, in the two steps of the page. */
export async function approve(buyer: Person, txid: string): Promise<Page> {
  const { visitor } = buyer
  const page = await visitor.get(`/transaction-lookup?txid=${txid}`)
  const asked = await visitor.submit(page, formWith(page, 'approval'), {
    values: { approval: 'Approved' },
    press: 'review',
  })
  const done = await visitor.submit(asked, formWith(asked, 'sure'), { press: 'review' })
  return expectWords(done, 'Approval status updated successfully.')
}

/** Waits on the lookup page; returns the hash of the payout. */
export async function untilReleased(buyer: Person, txid: string): Promise<{ page: Page; hash: string }> {
  return until({ what: 'the funds are released' }, async () => {
    const page = await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
    if (!page.text.includes('The seller was paid')) return null
    // The deposit's hash stands further below.
    const [, paidOut = ''] = page.text.split('Paid out')
    const [hash] = /\b[0-9a-f]{64}\b/i.exec(paidOut) ?? []
    return hash === undefined ? null : { page, hash }
  })
}

export async function until<Found>(
  patience: Pick<Patience, 'what'> & Partial<Patience>,
  ask: () => Promise<Found | null>,
): Promise<Found> {
  return waitFor(ask, { limitMs: PAYMENT_LIMIT_MS, pauseMs: PAUSE_MS, ...patience })
}

/** The payment request of the page. */
export function requestOn(page: Page): Request {
  const uri = page.links.find(({ href }) => /^(?:web\+stellar|ripple):/.test(href))?.href
  if (uri === undefined) throw new Error(`There is no payment request on ${describe(page)}`)
  const query = new URLSearchParams(uri.slice(uri.indexOf('?') + 1))
  return {
    uri,
    amount: query.get('amount') ?? '',
    to: query.get('destination') ?? /^ripple:(\w+)/.exec(uri)?.[1] ?? '',
    memo: query.get('memo') ?? query.get('dt') ?? '',
  }
}

function pathOf(page: Page): string {
  return page.url.pathname + page.url.search
}

function expectPath(page: Page, path: string): void {
  if (page.url.pathname !== path) throw new Error(`Not on ${path} but on ${describe(page)}`)
}

/** Returns the page if it says these words; throws with what it says instead. */
export function expectWords(page: Page, words: string): Page {
  if (!page.text.includes(words)) throw new Error(`The page does not say “${words}”: ${describe(page)}`)
  return page
}

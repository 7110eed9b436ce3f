/** The steps of a ledger-held escrow, taken on the pages. Each throws when a page refuses. */
import { type Asset, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { type HarbourClient, playAddress } from '../harbour.ts'
import type { Page } from '../html.ts'
import { describe, formThatPresses, formWith } from '../http-client.ts'
import { approve, expectWords, type Person, submitTrade, until } from '../steps.ts'

export type OnchainOpening = {
  asset: Asset
  amount: string
  sellerEmail: string
  contract: File
  /** The deadline of the on-chain escrow ("2026-11-30"). Left out: the form's default, with its trade deadlines. */
  heldUntil?: string
}

/** An escrow may be looked up once a second, besides other pages. */
const PAUSE_MS = 1_500
const HASH = /\b[0-9a-f]{64}\b/i

/** Opens a ledger-held escrow from one play wallet to the other; returns its ID. */
export async function openOnchain(buyer: Person, { heldUntil, ...opening }: OnchainOpening): Promise<string> {
  const opened = await submitTrade(buyer, {
    currency: opening.asset,
    amount: opening.amount,
    notes: 'Forty bags of coffee',
    terms: 'Bill of lading, invoice and packing list',
    sellerEmail: opening.sellerEmail,
    heldBy: 'ledger',
    walletFrom: 'typed',
    walletAddress: playAddress('seller', opening.asset),
    buyerWalletAddress: playAddress('buyer', opening.asset),
    type: 'auto',
    contract: opening.contract,
    ...(heldUntil && { heldUntil, dates: 'none' }),
  })
  // The form asks for the custodian only where the ledger can be one.
  if (opened.url.pathname === '/submit') throw new NotOffered()
  const txid = opened.url.pathname === '/transaction-lookup' && opened.url.searchParams.get('txid')
  if (!txid) throw new Error(`No escrow was opened: ${describe(opened)}`)
  return txid
}

/** No sponsor account is configured. */
class NotOffered extends Error {
  override name = 'NotOffered' as const
  constructor() {
    super(
      'Escrows that the ledger holds are not offered there: set the keepers (docs/operating.md), or let the trade run in a Quayside of its own with --own.',
    )
  }
}

/** The seller states the play wallet and accepts contract and deadline. */
export async function agreeToOnchain({ visitor }: Person, { txid, asset }: Held): Promise<Page> {
  const page = await visitor.get(onchainPath(txid))
  const values = { walletAddress: playAddress('seller', asset), isAccepted: true }
  const done = await visitor.submit(page, formThatPresses(page, 'agree'), { values, press: 'agree' })
  return expectSaid(done, 'Wallet stated, date accepted.')
}

type Held = { txid: string; asset: Asset }

/** Waits for the deposit transaction, and signs it with the buyer's wallet. On Stellar the page sends it. */
export async function depositMoney({ visitor }: Person, harbour: HarbourClient, { txid, asset }: Held): Promise<void> {
  const isReady = (page: Page) => (networkOf(asset) === 'stellar' ? linkOf(page) : textOf(page, 'json')) !== undefined
  const page = await untilPage({ visitor }, { txid, what: 'the money can be locked' }, isReady)
  if (networkOf(asset) === 'xrpl') {
    await harbour.sendXrpl({ from: 'buyer', transaction: textOf(page, 'json') ?? '' })
    return
  }
  const { xdr: signed } = await harbour.signStellar({ from: 'buyer', request: linkOf(page) ?? '', way: 'show' })
  const done = await visitor.submit(page, formThatPresses(page, 'send_lock'), {
    values: { signed },
    press: 'send_lock',
  })
  expectSaid(done, 'Sent. The ledger’s answer appears here.')
}

export function untilDeposited(person: Person, { txid }: Pick<Held, 'txid'>): Promise<Page> {
  return untilPage(person, { txid, what: 'the money is locked' }, ({ text }) =>
    text.includes('is locked on the ledger'),
  )
}

/** Waits for a settlement that needs this side's signature, and submits it. Stellar only. */
export async function signSettlement(
  { visitor }: Person,
  harbour: HarbourClient,
  { txid, from }: Signing,
): Promise<Page> {
  const asks = (page: Page) => textOf(page, 'xdr') !== undefined && presses(page, 'sign_exit')
  const page = await untilPage({ visitor }, { txid, what: 'a signature is asked for' }, asks)
  const { xdr: signed } = await harbour.signStellar({ from, request: textOf(page, 'xdr') ?? '', way: 'show' })
  const done = await visitor.submit(page, formThatPresses(page, 'sign_exit'), {
    values: { signed },
    press: 'sign_exit',
  })
  return expectSaid(done, 'Signature received.')
}

/** Approves the documents: in the two steps of the page or, on Stellar, by the wallet's signature. */
export async function approveOnchain(
  buyer: Person,
  harbour: HarbourClient,
  { txid, network }: Approving,
): Promise<void> {
  if (network === 'xrpl') {
    await approve(buyer, txid)
    return
  }
  await beginApproval(buyer, { txid })
  await signSettlement(buyer, harbour, { txid, from: 'buyer' })
}

/** Submits the approval form on Stellar, which leads to the transaction that the wallet signs. */
export async function beginApproval({ visitor }: Person, { txid }: Pick<Held, 'txid'>): Promise<void> {
  const page = await visitor.get(`/transaction-lookup?txid=${txid}`)
  const asked = await visitor.submit(page, formWith(page, 'approval'), {
    values: { approval: 'Approved' },
    press: 'review',
  })
  expectWords(asked, 'Once Quayside signs too')
}

type Approving = { txid: string; network: Network }

/** Waits for the optional closing of the account after the settlement, and submits a signature. Stellar only. */
export async function signClosing(person: Person, harbour: HarbourClient, of: Signing): Promise<void> {
  await untilPage(person, { txid: of.txid, what: 'the closing is offered' }, (page) => page.text.includes(CLOSING))
  await signSettlement(person, harbour, of)
}

type Signing = { txid: string; from: 'buyer' | 'seller' }

const CLOSING = 'One more optional signature'

/** Waits for a share that was set aside for this side, and takes it with the wallet. Stellar only. */
export async function takeShare(person: Person, harbour: HarbourClient, { txid, from }: Signing): Promise<void> {
  const { visitor } = person
  const page = await untilPage(person, { txid, what: 'a share can be taken' }, (shown) => presses(shown, 'take_share'))
  const { xdr: signed } = await harbour.signStellar({ from, request: linkOf(page) ?? '', way: 'show' })
  const form = formThatPresses(page, 'take_share')
  const done = await visitor.submit(page, form, { values: { signed }, press: 'take_share' })
  expectSaid(done, 'Sent. The ledger’s answer appears here.')
  await untilPage(person, { txid, what: 'the share is taken' }, (shown) => !presses(shown, 'take_share'))
}

/** After the deadline the buyer claims the deposit on Stellar and signs. */
export async function claimBack(buyer: Person, harbour: HarbourClient, { txid }: Pick<Held, 'txid'>): Promise<void> {
  const what = 'the money can be claimed back'
  const page = await untilPage(buyer, { txid, what }, (shown) => presses(shown, 'claim_back'))
  await buyer.visitor.submit(page, formThatPresses(page, 'claim_back'), { press: 'claim_back' })
  await signSettlement(buyer, harbour, { txid, from: 'buyer' })
}

const ENDS = {
  released: 'The money went to the seller',
  refunded: 'The money went back to the buyer',
  divided: 'The money was divided',
  expired: 'The date passed: the money went back to the buyer',
} as const
export type OnchainEnd = keyof typeof ENDS

/** Waits until the on-chain escrow has ended; returns the hash of the transaction that ended it. */
export async function untilEnded(person: Person, { txid, end }: { txid: string; end: OnchainEnd }): Promise<string> {
  const { text } = await untilPage(person, { txid, what: `it is ${end}` }, (page) => page.text.includes(ENDS[end]))
  const hash = HASH.exec(text.slice(text.indexOf('Ended by transaction')))?.[0]
  if (hash === undefined) throw new Error(`The page does not say what ended ${txid}.`)
  return hash
}

const onchainPath = (txid: string) => `/held?txid=${encodeURIComponent(txid)}`

/** Polls the on-chain escrow page until the condition holds. */
function untilPage(
  { visitor }: Pick<Person, 'visitor'>,
  { txid, what }: { txid: string; what: string },
  isSo: (page: Page) => boolean,
): Promise<Page> {
  return until({ what: `${what} (${txid})`, pauseMs: PAUSE_MS }, async () => {
    const page = await visitor.get(onchainPath(txid))
    return isSo(page) ? page : null
  })
}

function linkOf({ links }: Page): string | undefined {
  return links.find(({ href }) => href.startsWith('web+stellar:tx?'))?.href
}

/** A text that the page offers for copying. */
function textOf({ loose }: Page, field: string): string | undefined {
  return loose.find(({ name }) => name === field)?.value
}

function presses({ forms }: Page, button: string): boolean {
  return forms.some(({ fields }) => fields.some(({ kind, value }) => kind === 'button' && value === button))
}

function expectSaid(page: Page, words: string): Page {
  if (page.status === 200 && page.text.includes(words)) return page
  throw new Error(`The page does not say “${words}”: ${describe(page)}`)
}

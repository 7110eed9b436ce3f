/** The other ends of a trade, taken on the pages of the running app. Each step throws when a page refuses. */
import type { Page } from './html.ts'
import { describe, formWith } from './http-client.ts'
import type { Person } from './steps.ts'

type Wallet = { wallet: string; memo?: string | undefined }

/** Cancels an unfunded escrow; a partial payment goes back to the wallet. */
export async function callOff(buyer: Person, { txid, ...back }: { txid: string } & Partial<Wallet>): Promise<Page> {
  const asked = await send(buyer, txid, {
    press: 'cancel',
    values: back.wallet === undefined ? {} : walletFields({ wallet: back.wallet, memo: back.memo }),
  })
  return buyer.visitor.submit(asked, formWith(asked, 'sure'), { press: 'cancel' })
}

/** Requests a refund of a funded escrow. No wallet if the ledger holds the money: it goes back to its origin. */
export async function askForRefund(
  buyer: Person,
  { txid, reason, wallet, memo }: { txid: string; reason: string } & Partial<Wallet>,
): Promise<Page> {
  const back = wallet === undefined ? {} : walletFields({ wallet, memo })
  return send(buyer, txid, { press: 'ask_refund', values: { refundReason: reason, ...back } })
}

/** Agrees to a refund, in the two steps of the page. */
export async function agreeToRefund(seller: Person, txid: string): Promise<Page> {
  const asked = await send(seller, txid, { press: 'agree_refund' })
  return seller.visitor.submit(asked, formWith(asked, 'sure'), { press: 'agree_refund' })
}

export async function stateRefundWallet(buyer: Person, { txid, ...back }: { txid: string } & Wallet): Promise<Page> {
  return send(buyer, txid, { press: 'state_wallet', values: walletFields(back) })
}

/** Opens a dispute. A buyer without a refund wallet states one. */
export async function openDispute(
  person: Person,
  { txid, reason, wallet, memo }: { txid: string; reason: string } & Partial<Wallet>,
): Promise<Page> {
  const back = wallet === undefined ? {} : walletFields({ wallet, memo })
  return send(person, txid, { press: 'open_dispute', values: { disputeReason: reason, ...back } })
}

/** Proposes the seller's share; the buyer gets the rest. */
export async function proposeShares(
  person: Person,
  {
    txid,
    sellerAmount,
    words,
    ...wallet
  }: { txid: string; sellerAmount: string; words: string; refundAddress?: string },
): Promise<Page> {
  const values = { sellerAmount, divisionWords: words, ...wallet }
  return send(person, txid, { press: 'propose_division', values })
}

/** Agrees to the other side's split, in the two steps of the page. */
export async function agreeToShares(person: Person, txid: string): Promise<Page> {
  const asked = await send(person, txid, { press: 'agree_division' })
  const answer = await person.visitor.submit(asked, formWith(asked, 'sure'), { press: 'agree_division' })
  if (answer.status !== 200) throw new Error(`The shares were not agreed to: ${describe(answer)}`)
  return answer
}

function walletFields({ wallet, memo = '' }: Wallet): Record<string, string> {
  return { refundAddress: wallet, refundMemo: memo }
}

/** Sends the form of the lookup page that has this button. Throws when the page refuses. */
async function send(
  { visitor }: Person,
  txid: string,
  sent: { press: string; values?: Record<string, string> },
): Promise<Page> {
  const page = await visitor.get(`/transaction-lookup?txid=${txid}`)
  const form = page.forms.find(({ fields }) =>
    fields.some(({ kind, value }) => kind === 'button' && value === sent.press),
  )
  if (!form) throw new Error(`Nothing to press for ${sent.press} on ${describe(page)}`)
  const answer = await visitor.submit(page, form, sent)
  if (answer.status !== 200) throw new Error(`${sent.press} was refused: ${describe(answer)}`)
  return answer
}

/** The other ways out of a trade, as its people take them on the pages of the running app. Each throws when a page says no. */
import type { Page } from './html.ts'
import { describe, formWith } from './http-client.ts'
import type { Person } from './steps.ts'

type Wallet = { wallet: string; memo?: string | undefined }

/** Calls an unfunded escrow off; a part that has arrived goes back to the wallet. */
export async function callOff(buyer: Person, { txid, ...back }: { txid: string } & Partial<Wallet>): Promise<Page> {
  const asked = await send(buyer, txid, {
    press: 'cancel',
    values: back.wallet === undefined ? {} : walletFields({ wallet: back.wallet, memo: back.memo }),
  })
  return buyer.visitor.submit(asked, formWith(asked, 'sure'), { press: 'cancel' })
}

/** Asks the seller for the money of a funded escrow. Without a wallet where the ledger holds it: it goes back whence it came. */
export async function askForRefund(
  buyer: Person,
  { txid, reason, wallet, memo }: { txid: string; reason: string } & Partial<Wallet>,
): Promise<Page> {
  const back = wallet === undefined ? {} : walletFields({ wallet, memo })
  return send(buyer, txid, { press: 'ask_refund', values: { refundReason: reason, ...back } })
}

/** Agrees to a refund, in the two steps that the page asks for. */
export async function agreeToRefund(seller: Person, txid: string): Promise<Page> {
  const asked = await send(seller, txid, { press: 'agree_refund' })
  return seller.visitor.submit(asked, formWith(asked, 'sure'), { press: 'agree_refund' })
}

/** Says where money back goes. */
export async function stateRefundWallet(buyer: Person, { txid, ...back }: { txid: string } & Wallet): Promise<Page> {
  return send(buyer, txid, { press: 'state_wallet', values: walletFields(back) })
}

/** Puts a funded escrow before the operator. A buyer who has stated no refund wallet says where money would go back. */
export async function openDispute(
  person: Person,
  { txid, reason, wallet, memo }: { txid: string; reason: string } & Partial<Wallet>,
): Promise<Page> {
  const back = wallet === undefined ? {} : walletFields({ wallet, memo })
  return send(person, txid, { press: 'open_dispute', values: { disputeReason: reason, ...back } })
}

/** Offers what the seller is to get; the buyer gets the rest. */
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

/** Agrees to what the other side has proposed, in the two steps that the page asks for. */
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

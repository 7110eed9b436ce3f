/** Signs a pasted transaction of the XRP Ledger: reads and explains it, and sends it when the person confirms. */
import type { SubmittableTransaction } from 'xrpl'
import { json, type Reply, type Request, redirect } from '#harbour/http.ts'
import { signPage } from '#harbour/wallet/pages/sign-page.ts'
import { PaymentRefused } from '#harbour/wallet/payment.ts'
import { RequestUnreadable } from '#harbour/wallet/payment-request.ts'
import { isWalletName, type WalletName } from '#harbour/wallet/wallets.ts'
import type { XrplPurse } from '#harbour/wallet/xrpl-purse.ts'
import { readDraft } from '#harbour/wallet/xrpl-signing/draft.ts'
import { explain } from '#harbour/wallet/xrpl-signing/words.ts'

/** Null: not one of these pages. */
export async function answerSigning(purse: XrplPurse, request: Request): Promise<Reply | null> {
  const { pathname, searchParams } = request.url
  const fields = new URLSearchParams(request.body)
  switch (`${request.method} ${pathname}`) {
    case 'GET /sign/xrpl': {
      // Another page may link here with a transaction; nothing is signed before the form is sent.
      const pasted = searchParams.get('transaction') ?? ''
      return signPage({ ...EMPTY, wallet: walletIn(searchParams.get('account')), pasted })
    }
    case 'POST /sign/xrpl':
      return look(purse, { wallet: walletIn(fields.get('from')), pasted: fields.get('transaction') ?? '' })
    case 'POST /sign/xrpl/send':
      return sign(purse, { wallet: walletIn(fields.get('from')), pasted: fields.get('transaction') ?? '' })
    default:
      return null
  }
}

/** Signs and sends in one step, for programs. */
export async function signForProgram(
  purse: XrplPurse,
  order: { from: WalletName; transaction: unknown },
): Promise<Reply> {
  try {
    const draft = readDraft(order.transaction, order.from)
    const { sentences } = explain(draft)
    const transaction = await purse.send({
      transaction: draft as SubmittableTransaction,
      wallet: order.from,
    })
    return json(transaction.successful ? 200 : 422, { hash: transaction.hash, transaction, says: sentences })
  } catch (error) {
    if (error instanceof RequestUnreadable) return json(400, { error: error.message })
    if (error instanceof PaymentRefused) return json(422, { error: error.message })
    throw error
  }
}

type Pasted = { wallet: WalletName; pasted: string }

const EMPTY = { explanation: null, problem: null }

async function look(purse: XrplPurse, view: Pasted): Promise<Reply> {
  return orComplain(view, async () => {
    const draft = readDraft(view.pasted, view.wallet)
    const filled = await purse.fill(draft as SubmittableTransaction)
    const held = 'Owner' in draft ? await purse.escrow(draft.Owner, draft.OfferSequence) : undefined
    const complete = { ...draft, Fee: filled.Fee, Sequence: filled.Sequence } as typeof draft
    return signPage({ ...EMPTY, ...view, explanation: explain(complete, held) })
  })
}

async function sign(purse: XrplPurse, view: Pasted): Promise<Reply> {
  return orComplain(view, async () => {
    const draft = readDraft(view.pasted, view.wallet)
    const { hash } = await purse.send({
      transaction: draft as SubmittableTransaction,
      wallet: view.wallet,
    })
    return redirect(`/paid?account=${view.wallet}&network=xrpl&hash=${hash}`)
  })
}

/** Keeps what was typed when it cannot be signed. */
async function orComplain(view: Pasted, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RequestUnreadable || error instanceof PaymentRefused)) throw error
    return signPage({ ...EMPTY, ...view, problem: error.message })
  }
}

function walletIn(text: string | null): WalletName {
  return isWalletName(text) ? text : 'buyer'
}

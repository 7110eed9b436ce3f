import { isAsset, looksLikeHash, type Network } from '#app/kernel/domain/assets.ts'
import type { WalletDeps } from '#harbour/admin.ts'
import { json, type Reply, type Request, redirect } from '#harbour/http.ts'
import { addressesOf, balancesOf } from '#harbour/wallet/balances.ts'
import { paidPage } from '#harbour/wallet/pages/paid-page.ts'
import { EMPTY_FORM, type PayForm, walletPage } from '#harbour/wallet/pages/wallet-page.ts'
import { PAY_MODES } from '#harbour/wallet/pay.ts'
import { LedgerSilent, PaymentRefused } from '#harbour/wallet/payment.ts'
import { RequestUnreadable, readRequest } from '#harbour/wallet/payment-request.ts'
import { readOutcome } from '#harbour/wallet/record.ts'
import { isWalletName, type WalletName } from '#harbour/wallet/wallets.ts'

/** The wallet's page, its form, and the results of payments. Null: not one of these pages. */
export async function answerWallet(deps: WalletDeps, request: Request): Promise<Reply | null> {
  const { pathname, searchParams } = request.url
  const [, network, hash] = /^\/record\/(stellar|xrpl)\/([0-9a-fA-F]{64})$/.exec(pathname) ?? []
  switch (`${request.method} ${pathname}`) {
    case 'GET /': {
      // Another page may link here with `uri` and `account`; nothing is paid before the form is sent.
      const uri = searchParams.get('uri') ?? ''
      if (/^\s*web\+stellar:tx/i.test(uri)) return redirect(`/sign/stellar?request=${encodeURIComponent(uri)}`)
      const form = { ...EMPTY_FORM, uri }
      return showWallet(deps, { wallet: walletIn(searchParams.get('account')), form, problem: null })
    }
    case 'POST /pay':
      return pay(deps, new URLSearchParams(request.body))
    case 'GET /paid':
      return showPaid(deps, searchParams)
    default:
      if (request.method !== 'GET' || network === undefined || hash === undefined) return null
      return showRecord(deps, { network: networkIn(network), hash })
  }
}

function walletIn(text: string | null): WalletName {
  return isWalletName(text) ? text : 'buyer'
}

function networkIn(text: string | null): Network {
  return text === 'xrpl' ? 'xrpl' : 'stellar'
}

async function showWallet(
  deps: WalletDeps,
  view: { wallet: WalletName; form: PayForm; problem: string | null },
): Promise<Reply> {
  const balances = await balancesOf(deps.purses, addressesOf(view.wallet)).catch((error: unknown) => {
    if (error instanceof LedgerSilent) return null
    throw error
  })
  return walletPage({ ...view, balances })
}

async function pay(deps: WalletDeps, fields: URLSearchParams): Promise<Reply> {
  const field = (name: string) => fields.get(name)?.trim() ?? ''
  const wallet = walletIn(fields.get('from'))
  const form: PayForm = {
    uri: field('uri'),
    to: field('to'),
    amount: field('amount'),
    asset: field('asset'),
    memo: field('memo'),
    mode: field('mode'),
  }
  try {
    const asset = isAsset(form.asset) ? form.asset : 'XLM'
    const entered = form.uri === '' ? { asset, to: form.to, amount: form.amount, memo: form.memo } : form
    const request = readRequest(entered, deps.terms)
    const mode = PAY_MODES.find((known) => known === form.mode) ?? 'exact'
    const paid = await deps.pay({ from: wallet, request, mode })
    const network = paid[0]?.network ?? 'stellar'
    const hashes = paid.map(({ hash }) => `&hash=${hash}`).join('')
    return redirect(`/paid?account=${wallet}&network=${network}${hashes}`)
  } catch (error) {
    if (!(error instanceof RequestUnreadable || error instanceof PaymentRefused)) throw error
    return showWallet(deps, { wallet, form, problem: error.message })
  }
}

async function showPaid(deps: WalletDeps, asked: URLSearchParams): Promise<Reply> {
  const network = networkIn(asked.get('network'))
  const hashes = asked.getAll('hash').filter(looksLikeHash).slice(0, 10)
  const records = await Promise.all(hashes.map((hash) => deps.purses[network].record(hash)))
  const paid = records.map((record) => (record === null ? null : readOutcome(network, record)))
  return paidPage({ wallet: walletIn(asked.get('account')), paid: paid.filter((outcome) => outcome !== null) })
}

async function showRecord(deps: WalletDeps, asked: { network: Network; hash: string }): Promise<Reply> {
  const record = await deps.purses[asked.network].record(asked.hash)
  return record === null ? json(404, { error: 'The ledger does not know this hash.' }) : json(200, record)
}

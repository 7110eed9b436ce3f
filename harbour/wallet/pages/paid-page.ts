/** The result of a payment. */
import type { Network } from '#app/kernel/domain/assets.ts'
import type { Reply } from '#harbour/http.ts'
import { code, type Html, html, note } from '#harbour/wallet/pages/html.ts'
import { page } from '#harbour/wallet/pages/layout.ts'
import type { PaidTransaction } from '#harbour/wallet/payment.ts'
import { labelOf, type WalletName } from '#harbour/wallet/wallets.ts'

export const NETWORK_NAMES: Record<Network, string> = { stellar: 'Stellar', xrpl: 'XRP Ledger' }

export function paidPage({ wallet, paid }: { wallet: WalletName; paid: readonly PaidTransaction[] }): Reply {
  const allWell = paid.length > 0 && paid.every((transaction) => transaction.successful)
  return page({
    title: allWell ? 'Sent' : 'Not paid',
    lead: `From ${labelOf(wallet)}.`,
    place: '/',
    content: html`
${allWell ? note('good', 'The transaction is in a closed ledger.') : note('danger', paid.length === 0 ? 'No closed ledger holds this transaction.' : 'The ledger took a transaction that failed: it moved nothing, its network fee is spent.')}
${paid.map(transactionSheet)}
<p class="acts"><a class="b b--line" href="/?account=${wallet}">Back to the wallet</a></p>`,
  })
}

function transactionSheet({ network, hash, ledger, code: result }: PaidTransaction): Html {
  return html`<section class="sheet"><h2>Transaction</h2>
<p data-hash="${hash}">${code(hash)}</p>
<dl class="facts">
<div><dt>Network</dt><dd>${NETWORK_NAMES[network]}</dd></div>
<div><dt>Ledger</dt><dd>${ledger}</dd></div>
<div><dt>Result</dt><dd>${result}</dd></div>
</dl>
<p><a href="/record/${network}/${hash}">Raw record</a></p>
</section>`
}

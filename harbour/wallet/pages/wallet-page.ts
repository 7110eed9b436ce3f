/** The wallet: its accounts, their balances, and the form that pays. */
import { ASSETS, isAsset } from '#app/kernel/domain/assets.ts'
import { stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import type { Reply } from '#harbour/http.ts'
import type { Balances } from '#harbour/wallet/balances.ts'
import { code, flag, type Html, html, note, options } from '#harbour/wallet/pages/html.ts'
import { page } from '#harbour/wallet/pages/layout.ts'
import type { PayMode } from '#harbour/wallet/pay.ts'
import { labelOf, WALLETS, type WalletName } from '#harbour/wallet/wallets.ts'

const MODES: readonly { mode: PayMode; label: string; says: string }[] = [
  { mode: 'exact', label: 'As asked', says: 'the right amount, once' },
  { mode: 'short', label: 'Half', says: 'half of the amount' },
  { mode: 'twice', label: 'Twice', says: 'two transactions of the whole amount' },
  { mode: 'no_memo', label: 'Without the memo', says: 'memo or destination tag left out' },
  { mode: 'other_asset', label: 'In another asset', says: 'USDC for XLM, XLM for USDC' },
]

/** What was typed, kept when the form is shown again. */
export type PayForm = { uri: string; to: string; amount: string; asset: string; memo: string; mode: string }
export const EMPTY_FORM: PayForm = { uri: '', to: '', amount: '', asset: 'XLM', memo: '', mode: 'exact' }

/** `balances` null: a ledger does not answer. */
type WalletView = { wallet: WalletName; balances: Balances | null; form: PayForm; problem: string | null }

export function walletPage({ wallet, balances, form, problem }: WalletView): Reply {
  return page({
    status: problem === null ? 200 : 422,
    title: 'Wallet',
    lead: 'Pay any payment request with play money, rightly or wrongly, like any wallet outside Quayside would.',
    place: '/',
    content: html`
<nav class="tabs" aria-label="Accounts"><ul>
${WALLETS.map(({ name, label }) => html`<li><a class="place" href="/?account=${name}"${name === wallet ? html` aria-current="true"` : ''}>${label}</a></li>`)}
</ul></nav>
<div class="desk">
<section class="sheet"><h2>Pay from ${labelOf(wallet)}</h2>
${problem === null ? '' : note('danger', problem)}
${payForm(wallet, form)}
</section>
<aside class="sheet"><h2>${labelOf(wallet)} holds</h2>${holdings(balances)}${addresses(wallet)}</aside>
</div>`,
  })
}

function payForm(wallet: WalletName, form: PayForm): Html {
  const chosenMode = MODES.some(({ mode }) => mode === form.mode) ? form.mode : 'exact'
  const isTyped = form.uri === '' && form.to !== ''
  return html`<form method="post" action="/pay">
<input type="hidden" name="from" value="${wallet}">
<div class="field"><label for="uri">Payment request</label>
<p class="hint" id="uri-hint">What a wallet reads from the QR code: web+stellar:pay?…, ripple:r…, https://xaman.app/detect/request:…</p>
<textarea class="in in--code" id="uri" name="uri" rows="4" spellcheck="false" aria-describedby="uri-hint">${form.uri}</textarea></div>
<details${isTyped ? html` open` : ''}><summary>Or type it by hand</summary>
<div class="field"><label for="to">Destination</label><input class="in in--code" id="to" name="to" value="${form.to}" spellcheck="false" autocomplete="off"></div>
<div class="grid">
<div class="field"><label for="amount">Amount</label><input class="in" id="amount" name="amount" value="${form.amount}" inputmode="decimal" autocomplete="off"></div>
<div class="field"><label for="asset">Asset</label><select class="in" id="asset" name="asset">${options(
    ASSETS.map((asset) => ({ value: asset, label: asset })),
    isAsset(form.asset) ? form.asset : 'XLM',
  )}</select></div>
<div class="field"><label for="memo">Memo or tag</label><input class="in in--code" id="memo" name="memo" value="${form.memo}" autocomplete="off"></div>
</div>
</details>
<fieldset><legend>How to pay it</legend>
${MODES.map(
  ({ mode, label, says }) =>
    html`<label class="choice"><input type="radio" name="mode" value="${mode}"${flag('checked', mode === chosenMode)}><span>${label} <span class="hint">${says}</span></span></label>`,
)}
</fieldset>
<button class="b" type="submit">Sign and send</button>
</form>`
}

function holdings(balances: Balances | null): Html {
  if (balances === null) return html`<p class="muted">The ledgers do not answer now.</p>`
  return html`<dl class="facts">
${ASSETS.map((asset) => html`<div><dt>${asset}</dt><dd data-balance="${asset}">${balances[asset] ?? 'cannot hold it'}</dd></div>`)}
</dl>`
}

function addresses(wallet: WalletName): Html {
  return html`<h3>On Stellar</h3><p>${code(stellarPlayKey(wallet).publicKey())}</p>
<p><a href="/sign/stellar?from=${wallet}">Sign a transaction of Stellar</a></p>
<h3>On the XRP Ledger</h3><p>${code(xrplPlayWallet(wallet).address)}</p>
<p><a href="/sign/xrpl?account=${wallet}">Sign a transaction of the XRP Ledger</a></p>
${wallet === 'exchange' ? html`<p class="hint">Like an exchange, this account takes payments only with a memo or destination tag.</p>` : ''}`
}

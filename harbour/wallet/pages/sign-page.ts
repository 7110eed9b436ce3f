/** The page where a transaction of the XRP Ledger is pasted, explained and signed. */
import type { Reply } from '#harbour/http.ts'
import { code, type Html, html, note } from '#harbour/wallet/pages/html.ts'
import { page } from '#harbour/wallet/pages/layout.ts'
import { labelOf, WALLETS, type WalletName } from '#harbour/wallet/wallets.ts'
import type { Explanation } from '#harbour/wallet/xrpl-signing/words.ts'

type SignView = {
  wallet: WalletName
  pasted: string
  /** Null: nothing has been read yet. */
  explanation: Explanation | null
  problem: string | null
}

/** Longer values are shown as code, to be compared piece by piece. */
const LONGEST_PLAIN = 40

export function signPage({ wallet, pasted, explanation, problem }: SignView): Reply {
  return page({
    status: problem === null ? 200 : 422,
    title: 'Sign',
    lead: 'Paste a transaction of the XRP Ledger as JSON. The wallet says what it does, and signs it only after that.',
    place: '/',
    content: html`
<nav class="tabs" aria-label="Accounts"><ul>
${WALLETS.map(({ name, label }) => html`<li><a class="place" href="/sign/xrpl?account=${name}"${name === wallet ? html` aria-current="true"` : ''}>${label}</a></li>`)}
</ul></nav>
${explanation === null ? '' : explanationSheet({ wallet, pasted, explanation })}
<section class="sheet"><h2>${explanation === null ? `Sign as ${labelOf(wallet)}` : 'Or another one'}</h2>
${problem === null ? '' : note('danger', problem)}
<form method="post" action="/sign/xrpl">
<input type="hidden" name="from" value="${wallet}">
<div class="field"><label for="transaction">Transaction</label>
<p class="hint" id="transaction-hint">JSON that begins with { and is not signed yet. Fee, number and last ledger are filled in where they are missing.</p>
<textarea class="in in--code" id="transaction" name="transaction" rows="10" spellcheck="false" aria-describedby="transaction-hint">${pasted}</textarea></div>
<button class="${explanation === null ? 'b' : 'b b--line'}" type="submit">Read it</button>
</form>
</section>
<p class="acts"><a class="b b--quiet" href="/?account=${wallet}">Back to the wallet</a></p>`,
  })
}

function explanationSheet(read: { wallet: WalletName; pasted: string; explanation: Explanation }): Html {
  const { title, sentences, facts } = read.explanation
  return html`<section class="sheet" data-explained><h2>${title}</h2>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
<dl class="facts">
${facts.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value.length > LONGEST_PLAIN ? code(value) : value}</dd></div>`)}
</dl>
<form method="post" action="/sign/xrpl/send">
<input type="hidden" name="from" value="${read.wallet}">
<input type="hidden" name="transaction" value="${read.pasted}">
<button class="b" type="submit">Sign and send as ${labelOf(read.wallet)}</button>
</form>
</section>`
}

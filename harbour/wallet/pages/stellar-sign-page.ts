/** The page where a Stellar transaction is explained in plain words and signed. */
import type { Reply } from '#harbour/http.ts'
import { code, type Html, html, note, options } from '#harbour/wallet/pages/html.ts'
import { page } from '#harbour/wallet/pages/layout.ts'
import type { Reading } from '#harbour/wallet/stellar-signing/reading.ts'
import type { Signed } from '#harbour/wallet/stellar-signing/sign.ts'
import type { SigningRequest } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { labelOf, WALLETS, type WalletName } from '#harbour/wallet/wallets.ts'

type SignView = {
  /** As pasted. */
  text: string
  from: WalletName
  request: SigningRequest | null
  reading: Reading | null
  signed: Signed | null
  problem: string | null
}

export function stellarSignPage(view: SignView): Reply {
  const { reading, request, signed, problem } = view
  return page({
    status: problem === null ? 200 : 422,
    title: 'Sign on Stellar',
    lead: 'Sign any transaction with a play account, as a wallet outside Quayside would.',
    place: '/',
    content: html`
${problem === null ? '' : note('danger', problem)}
${signed === null ? '' : signedSheet(view.from, signed)}
${reading === null || request === null ? form(view) : html`<div class="desk">${readingOf(reading, request)}${form(view)}</div>`}`,
  })
}

function form({ text, from, request }: SignView): Html {
  const wallets = WALLETS.map(({ name, label }) => ({ value: name, label }))
  return html`<div class="sheet"><h2>${request === null ? 'What to sign' : 'Sign it'}</h2>
<form method="post" action="/sign/stellar">
<div class="field"><label for="request">Transaction or link</label>
<p class="hint" id="request-hint">Base64 XDR, or web+stellar:tx?xdr=…</p>
<textarea class="in in--code" id="request" name="request" rows="8" spellcheck="false" aria-describedby="request-hint">${text}</textarea></div>
<div class="field"><label for="from">Sign as</label><select class="in" id="from" name="from">${options(wallets, from)}</select></div>
<p class="acts"><button class="b${request === null ? '' : ' b--line'}" type="submit" name="do" value="read">${request === null ? 'Read it' : 'Read again'}</button>
${request === null ? '' : ways(request)}</p>
</form></div>`
}

function ways({ callback }: SigningRequest): Html {
  const to = callback === null ? null : new URL(callback).host
  return html`${
    to === null
      ? html`<button class="b" type="submit" name="do" value="send">Sign and send to Stellar</button>`
      : html`<button class="b" type="submit" name="do" value="callback">Sign and hand back to ${to}</button>`
  }
<button class="b b--line" type="submit" name="do" value="show">Sign and show</button>`
}

function readingOf({ does, facts, hash }: Reading, { message, origin, callback }: SigningRequest): Html {
  return html`<section class="sheet"><h2>What it does</h2>
<ol class="steps">${does.map((sentence) => html`<li>${sentence}</li>`)}</ol>
${message === null ? '' : html`<h3>Whoever asks says</h3><p>“${message}”</p>`}
${origin === null ? '' : html`<p class="hint">It says that it comes from ${origin}. This wallet does not look that up.</p>`}
<h3>Its terms</h3>
<dl class="facts">
${facts.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}
${callback === null ? '' : html`<div><dt>Goes back to</dt><dd>${callback}</dd></div>`}
</dl>
<h3>Hash</h3><p data-hash="${hash}">${code(hash)}</p>
</section>`
}

function signedSheet(from: WalletName, { xdr, trouble, callback, transaction }: Signed): Html {
  return html`<section class="sheet sheet--before"><h2>Signed by ${labelOf(from)}</h2>
${trouble === null ? '' : note('danger', trouble)}
${callback === null ? '' : callbackNote(callback)}
${
  transaction === null
    ? ''
    : transaction.successful
      ? note('good', `It is in ledger ${transaction.ledger}.`)
      : note('danger', 'The ledger took it and it failed: nothing of it was done, its network fee is spent.')
}
<div class="field"><label for="signed">The signed transaction</label>
<textarea class="in in--code" id="signed" rows="8" readonly spellcheck="false">${xdr}</textarea></div>
</section>`
}

function callbackNote({ status, body }: { status: number; body: string }): Html {
  const isTaken = status < 400
  return html`${note(isTaken ? 'good' : 'danger', isTaken ? 'Whoever asked has it back.' : `Whoever asked did not take it: ${status}.`)}
${body === '' || /^\s*</.test(body) ? '' : html`<pre class="letter">${body}</pre>`}`
}

/** The page of the fault switches and the prices. */
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { FAULT_KINDS, FAULT_TARGETS, type Fault, type FaultKind } from '#harbour/faults.ts'
import type { Reply } from '#harbour/http.ts'
import type { LedgerName } from '#harbour/ledger-weather.ts'
import { SERVICES, type Service } from '#harbour/market/prices.ts'
import type { Market } from '#harbour/market/server.ts'
import type { NetworkWeather } from '#harbour/rippled/server.ts'
import { type Html, html, note, options } from '#harbour/wallet/pages/html.ts'
import { page } from '#harbour/wallet/pages/layout.ts'

const KIND_LABELS: Record<FaultKind, string> = {
  drop_before: 'Drop the request',
  drop_after: 'Do the work, drop the answer',
  delay: 'Answer late',
  hold: 'Answer when cleared',
  too_many: 'Too many requests',
  server_error: 'Server error',
  too_busy: 'Too busy (rippled)',
  html: 'A web page as the answer',
  lag: 'Lag some ledgers behind',
  provisional_failure: 'Accept, then fail in the ledger',
  never_include: 'Accept, then never include',
  include_late: 'Accept, then include some ledgers late',
}

const SERVICE_LABELS: Record<Service, string> = { coingecko: 'CoinGecko', kraken: 'Kraken' }

type WeatherView = {
  faults: readonly Fault[]
  market: Market
  network: NetworkWeather
  /** Those that can show another history. */
  ledgers: readonly LedgerName[]
  problem: string | null
}

export function weatherPage(view: WeatherView): Reply {
  return page({
    status: view.problem === null ? 200 : 422,
    title: 'Weather',
    lead: 'Make the outside world misbehave and see that no money is lost.',
    place: '/faults',
    content: html`
${view.problem === null ? '' : note('danger', view.problem)}
<div class="desk">
<div>
<section class="sheet"><h2>Faults now</h2>
${view.faults.length === 0 ? html`<p class="muted">Fair weather.</p>` : html`<ul class="rows">${view.faults.map(faultRow)}</ul>`}
<form method="post" action="/faults/clear"><button class="b b--line" type="submit">Clear all</button></form>
</section>
${faultForm()}
${networkForms(view)}
</div>
<aside class="sheet"><h2>Prices now</h2>${prices(view.market)}</aside>
</div>`,
  })
}

function faultRow(fault: Fault): Html {
  const often = fault.times === null ? 'until cleared' : `${fault.times} more`
  return html`<li><strong>${fault.target}</strong><span>${KIND_LABELS[fault.kind]}${fault.match === '' ? '' : html`, only “${fault.match}”`}</span><span class="muted">${often}</span></li>`
}

function faultForm(): Html {
  return html`<section class="sheet"><h2>Switch one on</h2><form method="post" action="/faults">
<div class="field"><label for="target">Where</label><select class="in" id="target" name="target">${options(
    FAULT_TARGETS.map((target) => ({ value: target, label: target })),
    'horizon',
  )}</select></div>
<div class="field"><label for="kind">What</label><select class="in" id="kind" name="kind">${options(
    FAULT_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
    'drop_before',
  )}</select></div>
<div class="field"><label for="match">Only requests that contain</label><p class="hint" id="match-hint">Part of the path, or of the command's name on rippled. Empty means every request.</p>
<input class="in in--code" id="match" name="match" aria-describedby="match-hint" autocomplete="off"></div>
<div class="grid">
<div class="field"><label for="times">How many times</label><input class="in" id="times" name="times" inputmode="numeric" placeholder="until cleared"></div>
<div class="field"><label for="delayMs">Delay, ms</label><input class="in" id="delayMs" name="delayMs" inputmode="numeric" placeholder="2000"></div>
<div class="field"><label for="lagLedgers">Lag, ledgers</label><input class="in" id="lagLedgers" name="lagLedgers" inputmode="numeric" placeholder="5"></div>
</div>
<button class="b" type="submit">Switch on</button></form></section>`
}

function networkForms({ network: { crowd, load, history }, ledgers }: WeatherView): Html {
  return html`<section class="sheet"><h2>The XRP Ledger now</h2>
<dl class="facts">
<div><dt>Other people</dt><dd>${crowd === null ? 'none' : `${crowd.others} in ledgers of ${crowd.ledgerLimit}`}</dd></div>
<div><dt>Load of the server</dt><dd>${load === 1 ? 'none' : `${load} times the least fee`}</dd></div>
<div><dt>History</dt><dd>${history === 'own' ? 'its own' : 'another'}</dd></div>
</dl>
<form method="post" action="/faults/crowd">
<p class="hint" id="crowd-hint">With more others than a ledger takes, the fee rises at once to 500 times the base. Empty fields: everybody goes.</p>
<div class="grid">
<div class="field"><label for="ledgerLimit">A ledger takes</label><input class="in" id="ledgerLimit" name="ledgerLimit" inputmode="numeric" aria-describedby="crowd-hint" autocomplete="off"></div>
<div class="field"><label for="others">Others in it</label><input class="in" id="others" name="others" inputmode="numeric" aria-describedby="crowd-hint" autocomplete="off"></div>
</div>
<button class="b b--line" type="submit">Let them come or go</button></form>
<form method="post" action="/faults/load">
<div class="field"><label for="factor">The server asks for this many times the least fee</label><input class="in" id="factor" name="factor" inputmode="numeric" placeholder="1" autocomplete="off"></div>
<button class="b b--line" type="submit">Set the load</button></form>
</section>
${ledgers.length === 0 ? '' : historyForm(ledgers)}`
}

function historyForm(ledgers: readonly LedgerName[]): Html {
  return html`<section class="sheet"><h2>Another history</h2>
<form method="post" action="/faults/history">
<p class="hint" id="history-hint">Another node answers at the same address, of a chain begun anew. The own one goes on meanwhile.</p>
<div class="grid">
<div class="field"><label for="historyOf">Of which ledger</label><select class="in" id="historyOf" name="target" aria-describedby="history-hint">${options(
    ledgers.map((ledger) => ({ value: ledger, label: ledger })),
    'rippled',
  )}</select></div>
<div class="field"><label for="ledgers">Ledgers it has</label><input class="in" id="ledgers" name="ledgers" inputmode="numeric" placeholder="as many" autocomplete="off"></div>
</div>
<p class="acts"><button class="b b--line" name="show" value="other">Show the other</button><button class="b b--line" name="show" value="own">Show its own</button></p>
</form></section>`
}

function prices(market: Market): Html {
  return html`${SERVICES.map(
    (service) => html`<h3>${SERVICE_LABELS[service]}</h3>
<dl class="facts">
${ASSETS.map((asset) => {
  const price = market.price(asset, { service })
  return html`<div><dt>1 ${asset}</dt><dd>${price === null ? 'stopped' : `$${plain(price.toDecimalPlaces(6))}`}</dd></div>`
})}
</dl>`,
  )}
<form method="post" action="/prices">
<div class="field"><label for="service">Whose</label><p class="hint" id="service-hint">Two that disagree by more than 2 % stop new quotes.</p>
<select class="in" id="service" name="service" aria-describedby="service-hint">${options(
    [{ value: '', label: 'Both' }, ...SERVICES.map((service) => ({ value: service, label: SERVICE_LABELS[service] }))],
    '',
  )}</select></div>
<div class="grid">
<div class="field"><label for="asset">Asset</label><select class="in" id="asset" name="asset">${options(
    ASSETS.map((asset) => ({ value: asset, label: asset })),
    'XLM',
  )}</select></div>
<div class="field"><label for="usd">US dollars</label><input class="in" id="usd" name="usd" inputmode="decimal" autocomplete="off"></div>
</div>
<p class="acts"><button class="b b--line" name="do" value="set">Set</button><button class="b b--line" name="do" value="stop">Stop</button><button class="b b--quiet" name="do" value="release">Let it wander</button></p>
</form>`
}

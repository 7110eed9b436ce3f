/** Layout of all harbour pages: no script, nothing from other origins. */
import type { Reply } from '#harbour/http.ts'
import { type Html, html } from '#harbour/wallet/pages/html.ts'

const PLACES = [
  { path: '/', name: 'Wallet' },
  { path: '/inbox', name: 'Inbox' },
  { path: '/faults', name: 'Weather' },
  { path: '/time', name: 'Time' },
] as const
export type Place = (typeof PLACES)[number]['path']

export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self'; script-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // `no-referrer` would make browsers send `Origin: null` with forms, which the same-origin check refuses.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

type Page = { status?: number; title: string; lead: string; place: Place; content: Html }

export function page({ status = 200, title, lead, place, content }: Page): Reply {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quayside harbour</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="bar"><div class="wrap bar__in">
<a class="bar__mark" href="/">Harbour <span class="tag">play money</span></a>
<nav aria-label="Harbour"><ul>
${PLACES.map(({ path, name }) => html`<li><a class="place" href="${path}"${here(path === place)}>${name}</a></li>`)}
</ul></nav>
</div></header>
<main class="wrap">
<div class="head"><h1>${title}</h1><p>${lead}</p></div>
${content}
</main>
<footer class="foot wrap">The harbour stands in for the ledgers, price services and mail of the outside world. Nothing here is worth anything.</footer>
</body>
</html>
`
  return { status, headers: PAGE_HEADERS, body: markup }
}

function here(isHere: boolean): Html {
  return isHere ? html` aria-current="page"` : html``
}

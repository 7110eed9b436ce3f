/** The emails that the app has sent: a list, one email, and its HTML alone. */
import type { Reply } from '#harbour/http.ts'
import type { Mail } from '#harbour/post/mailbox.ts'
import { type Html, html } from '#harbour/wallet/pages/html.ts'
import { PAGE_HEADERS, page } from '#harbour/wallet/pages/layout.ts'

/** Emails to addresses that contain the text; newest first. */
export function mailsTo(mails: readonly Mail[], to: string): Mail[] {
  const wanted = to.trim().toLowerCase()
  return mails.filter((mail) => mail.to.some((address) => address.toLowerCase().includes(wanted))).reverse()
}

export function inboxPage({ mails, to }: { mails: readonly Mail[]; to: string }): Reply {
  return page({
    title: 'Inbox',
    lead: 'Every mail that Quayside has sent, whoever it is for.',
    place: '/inbox',
    content: html`
<form method="get" action="/inbox" class="inline"><div class="field"><label for="to">Recipient</label>
<input class="in" id="to" name="to" value="${to}" autocomplete="off"></div>
<button class="b b--line" type="submit">Show</button>${to === '' ? '' : html`<a class="b b--quiet" href="/inbox">Show all</a>`}</form>
<section class="sheet">
${mails.length === 0 ? html`<p class="muted">No mail${to === '' ? ' yet' : ` for ${to}`}.</p>` : html`<ul class="rows">${mails.map(row)}</ul>`}
</section>`,
  })
}

function row(mail: Mail): Html {
  return html`<li><a href="/inbox/${mail.id}">${mail.subject}</a><span class="muted">${mail.to.join(', ')}</span>${moment(mail.at)}</li>`
}

export function mailPage(mail: Mail): Reply {
  return page({
    title: mail.subject,
    lead: `To ${mail.to.join(', ')}`,
    place: '/inbox',
    content: html`
<section class="sheet"><dl class="facts">
<div><dt>From</dt><dd>${mail.from}</dd></div>
<div><dt>Sent</dt><dd>${moment(mail.at)}</dd></div>
<div><dt>Idempotency key</dt><dd>${mail.idempotencyKey ?? 'none'}</dd></div>
</dl></section>
${
  mail.html === null
    ? ''
    : html`<section class="sheet"><h2>As HTML</h2>
<iframe class="mail" src="/inbox/${mail.id}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`
}
${mail.attachments.length === 0 ? '' : html`<section class="sheet"><h2>Files</h2><ul class="rows">${mail.attachments.map((file, place) => html`<li><a href="/inbox/${mail.id}/file/${String(place)}">${file.filename}</a><span class="muted">${file.contentType}</span></li>`)}</ul></section>`}
${mail.text === null ? '' : html`<section class="sheet"><h2>As text</h2><pre class="letter">${linked(mail.text)}</pre></section>`}
<p class="acts"><a class="b b--line" href="/inbox">Back to the inbox</a> <a href="/inbox/${mail.id}/raw">Raw</a></p>`,
  })
}

/** The email's own markup, isolated from this origin: no script, no form, links open a new tab. */
export function mailHtml(mail: Mail): Reply {
  const policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
  return {
    status: 200,
    headers: { ...PAGE_HEADERS, 'Content-Security-Policy': policy },
    body: withBase(mail.html ?? ''),
  }
}

/** An attachment, to save. */
export function mailFile(mail: Mail, place: number): Reply | null {
  const file = mail.attachments[place]
  if (!file) return null
  return {
    status: 200,
    headers: {
      ...PAGE_HEADERS,
      'Content-Type': file.contentType,
      'Content-Disposition': `attachment; filename="${file.filename.replaceAll(/[^\w.-]/g, '_')}"`,
    },
    body: Buffer.from(file.content, 'base64').toString(),
  }
}

/** The base must not precede the doctype, so it goes into the head if there is one. */
function withBase(markup: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(markup) ? markup.replace(/<head[^>]*>/i, (head) => head + base) : base + markup
}

function linked(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return parts.map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

function moment(at: string): Html {
  const shown = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return html`<time datetime="${at}">${shown}</time>`
}

/**
 * The one layout of all emails, as HTML for mail programs (tables and inline styles, which all of them support) and as
 * plain text. It follows the reader's dark scheme if the program reports it. All input is plain text, escaped here.
 */
import { htmlEscape } from 'escape-goat'
import { colonOf, gapOf } from '#app/kernel/i18n/format.ts'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'

export type EmailFact = {
  label: string
  value: string
  /** Monospaced: identifiers that are compared character by character. */
  isCode?: boolean
}

export type EmailBody = {
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  /** Whose turn it is; absent: nobody's. */
  turn?: string
  heading: string
  paragraphs: string[]
  facts: EmailFact[]
  /** The one thing that must be checked. */
  warning?: { title: string; text: string }
  action: { label: string; href: string }
  safety: string
  support: { label: string; address: string }
  /** Why the reader gets this email, and the copyright line. */
  footer: string[]
  /** Who runs the service, as far as it is stated. */
  sender: { label: string; value: string }[]
  /** Where emails of this kind are switched off: `href` by people on a page, `oneClick` by mail programs. */
  off?: { label: string; href: string; oneClick: string }
  /** Links to the same page in other languages. */
  languages?: { label: string; links: { language: Language; href: string }[] } | undefined
}

export type RenderedEmail = { subject: string; html: string; text: string; offUrl?: string }

// The last fonts have Thai, Persian and Chinese letters, which the first ones lack.
const SANS =
  "font-family:'IBM Plex Sans',-apple-system,'Segoe UI',Roboto,Arial,Tahoma,'Leelawadee UI','PingFang SC','Microsoft YaHei',sans-serif"
const MONO = "font-family:'IBM Plex Mono',Menlo,Consolas,monospace;font-size:13px;word-break:break-all"
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'

/** Outlook on Windows ignores max-width; only Outlook sees this frame. */
const OUTLOOK = {
  open: '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
}

const STYLES = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.ground{background:#0a1230!important}.sheet{background:#121c42!important;border-color:#293562!important}',
  '.ink{color:#e8ecf8!important}.muted{color:#a9b4d4!important}.rule{border-color:#293562!important}',
  '.warning{background:#352a1b!important;color:#f3c878!important}}',
  '@media (max-width:480px){.cell{padding-left:20px!important;padding-right:20px!important}}',
].join('')

type Reader = { language: Language; direction: 'ltr' | 'rtl' }
type Part = { body: EmailBody; reader: Reader }

/** Renders an email, in one language or in several below each other. `language` and `direction` are the reader's. */
export function layOut(parts: [Part, ...Part[]]): RenderedEmail {
  const [{ body }, ...others] = parts
  const subject = parts.map((part) => oneLine(part.body.subject)).join(' / ')
  // Readers who cannot read the first language see that theirs follows.
  const below = others.map(({ reader }) => `${LANGUAGES[reader.language].name} ↓`)
  const written = {
    subject,
    html: toHtml(parts, { subject, below }),
    text: [...below, ...parts.map((part) => toText(part.body, part.reader))].join('\n\n'),
  }
  return body.off ? { ...written, offUrl: body.off.oneClick } : written
}

/** Many mail programs support left and right, but not start and end. */
function sidesOf({ direction }: Reader) {
  return direction === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' }
}

// A line break in a subject could begin another header.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const spoken = ({ language, direction }: Reader) => `lang="${language}" dir="${direction}"`

type Whole = { subject: string; below: readonly string[] }

function toHtml(parts: [Part, ...Part[]], { subject, below }: Whole): string {
  const [first] = parts
  return `<!doctype html>
<html ${spoken(first.reader)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${htmlEscape(subject)}</title><style>${STYLES}</style></head>
<body class="ground" style="margin:0;background:#f3f5f9;${SANS}">
<div style="display:none;max-height:0;overflow:hidden">${htmlEscape(first.body.preview)}</div>
${parts.map((part) => sheet(part, part === first ? below : [])).join('\n')}
</body>
</html>
`
}

function sheet({ body, reader }: Part, below: readonly string[]): string {
  const sides = sidesOf(reader)
  const rows = [
    brandRow(),
    languagesRow(body, below),
    openingRow(body),
    factsRow(body.facts, sides),
    warningRow(body, reader),
    actionRow(body),
    safetyRow(body),
  ]
  return `<div ${spoken(reader)}>
<table ${TABLE}><tr><td align="center" style="padding:28px 12px 40px">
${OUTLOOK.open}
<table class="sheet" ${TABLE} style="max-width:560px;background:#ffffff;border:1px solid #d6dde9;border-radius:10px;border-collapse:separate;overflow:hidden">
${rows.filter(Boolean).join('\n')}
</table>
<p class="muted" style="max-width:560px;margin:18px auto 0;padding:0 8px;${SANS};font-size:13px;line-height:1.55;color:#4b5778;text-align:${sides.start}">${footerLines(body, reader).join('<br>')}</p>
${OUTLOOK.close}
</td></tr></table>
</div>`
}

/** At the top, for readers who cannot read the rest. */
function languagesRow({ languages }: EmailBody, below: readonly string[]): string {
  const links = (languages?.links ?? []).map(
    ({ language, href }) =>
      `<a class="muted" lang="${language}" hreflang="${language}" href="${htmlEscape(href)}" style="color:#4b5778"><bdi>${LANGUAGES[language].name}</bdi></a>`,
  )
  const said = [...below, ...(languages ? [`${htmlEscape(languages.label)} ${links.join(' · ')}`] : [])]
  if (said.length === 0) return ''
  const text = `<span class="muted" style="font-size:13px;line-height:1.7;color:#4b5778">${said.join('<br>')}</span>`
  return row('18px 32px 0', text)
}

function row(padding: string, content: string): string {
  return `<tr><td class="cell" style="padding:${padding};${SANS}">${content}</td></tr>`
}

function brandRow(): string {
  return `<tr><td class="cell" style="background:#0d1b45;padding:16px 32px;${SANS};font-size:19px;font-weight:600;letter-spacing:-.01em;color:#ffffff">Quayside</td></tr>`
}

function openingRow({ turn, heading, paragraphs }: EmailBody): string {
  const turnLine = turn
    ? `<p class="muted" style="margin:0 0 6px;font-size:14px;font-weight:600;color:#4b5778">${htmlEscape(turn)}</p>`
    : ''
  const headingLine = `<h1 class="ink" style="margin:0;font-size:25px;line-height:1.3;font-weight:600;color:#0d1b45">${htmlEscape(heading)}</h1>`
  const text = paragraphs.map(
    (paragraph) =>
      `<p class="ink" style="margin:14px 0 0;font-size:16px;line-height:1.55;color:#0d1b45">${htmlEscape(paragraph)}</p>`,
  )
  return row('30px 32px 0', turnLine + headingLine + text.join(''))
}

type Sides = ReturnType<typeof sidesOf>

function factsRow(facts: readonly EmailFact[], { start, end }: Sides): string {
  if (facts.length === 0) return ''
  const cell = 'padding:9px 0;border-top:1px solid #d6dde9;vertical-align:top'
  const lines = facts.map(({ label, value, isCode }) => {
    const shown = isCode
      ? `<span dir="ltr" style="${MONO}">${htmlEscape(value)}</span>`
      : `<bdi>${htmlEscape(value).replaceAll('\n', '<br>')}</bdi>`
    return `<tr><td class="muted rule" style="${cell};color:#4b5778;word-break:keep-all">${htmlEscape(label)}</td><td class="ink rule" style="${cell};padding-${start}:16px;color:#0d1b45;font-weight:500;text-align:${end}">${shown}</td></tr>`
  })
  return row('22px 32px 0', `<table ${TABLE} style="font-size:14px;line-height:1.4">${lines.join('')}</table>`)
}

function warningRow({ warning }: EmailBody, reader: Reader): string {
  if (!warning) return ''
  const { start } = sidesOf(reader)
  const style = `background:#fcf0d6;border-${start}:4px solid #a96a06;border-radius:6px;padding:14px 16px;font-size:14px;line-height:1.5;color:#744600`
  const content = `<strong>${htmlEscape(warning.title)}</strong>${gapOf(reader.language)}${htmlEscape(warning.text)}`
  return row('14px 32px 0', `<table ${TABLE}><tr><td class="warning" style="${style}">${content}</td></tr></table>`)
}

function actionRow({ action }: EmailBody): string {
  const style =
    'display:inline-block;background:#2d3e86;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;padding:13px 24px;border-radius:6px'
  // Outlook on Windows ignores the padding of a link, but keeps that of a cell.
  const cell = 'background:#2d3e86;border-radius:6px;mso-padding-alt:13px 24px'
  const link = `<a href="${htmlEscape(action.href)}" style="${style}">${htmlEscape(action.label)}</a>`
  const table = 'role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:separate"'
  return row('24px 32px 8px', `<table ${table}><tr><td bgcolor="#2d3e86" style="${cell}">${link}</td></tr></table>`)
}

function safetyRow({ safety }: EmailBody): string {
  const text = `<span class="muted" style="font-size:13px;line-height:1.55;color:#4b5778">${htmlEscape(safety)}</span>`
  return row('12px 32px 30px', text)
}

function footerLines({ support: { label, address }, footer, sender, off }: EmailBody, { language }: Reader): string[] {
  const link = `<a class="muted" dir="ltr" href="mailto:${htmlEscape(address)}" style="color:#4b5778">${htmlEscape(address)}</a>`
  const offLink = off
    ? [`<a class="muted" href="${htmlEscape(off.href)}" style="color:#4b5778">${htmlEscape(off.label)}</a>`]
    : []
  return [
    htmlEscape(label) + colonOf(language) + link,
    ...footer.map((line) => htmlEscape(line)),
    ...offLink,
    ...sender.map(({ label, value }) => `${htmlEscape(label)}${colonOf(language)}<bdi>${htmlEscape(value)}</bdi>`),
  ]
}

/** Each on its own line, after the text of the email. */
function languageLines({ languages }: EmailBody): string {
  if (!languages) return ''
  const links = languages.links.map(({ language, href }) => `${LANGUAGES[language].name}\n${href}`)
  return [languages.label, ...links].join('\n')
}

function toText(body: EmailBody, { language, direction }: Reader): string {
  const colon = colonOf(language)
  // On its own line a code needs no direction marks, which would be copied along with it.
  const code = (label: string, value: string) => label + (direction === 'rtl' ? ':\n' : colon) + value
  const fact = ({ label, value, isCode }: EmailFact) => (isCode ? code(label, value) : label + colon + value)
  const blocks = [
    body.turn ? `${body.turn}\n${body.heading}` : body.heading,
    ...body.paragraphs,
    body.facts.map(fact).join('\n'),
    body.warning ? body.warning.title + gapOf(language) + body.warning.text : '',
    `${(body.action.label + colon).trimEnd()}\n${body.action.href}`,
    body.safety,
    languageLines(body),
    body.off ? `${(body.off.label + colon).trimEnd()}\n${body.off.href}` : '',
    `-- \n${[code(body.support.label, body.support.address), ...body.footer, ...body.sender.map(fact)].join('\n')}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

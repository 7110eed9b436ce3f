/** One person's browser without JavaScript: keeps cookies, follows redirects, fills in the forms of pages. */
import { type Field, type Form, type Page, readPage } from './html.ts'

export type Visitor = {
  /** Milliseconds between reading and sending a form, for forms with a captcha. */
  readingMs: number
  get(path: string): Promise<Page>
  /** Sends a form of `page` as a browser would. Throws when the form lacks a field that is to be filled in. */
  submit(page: Page, form: Form, filled: Filled): Promise<Page>
  /** One request with this person's cookies; redirects are not followed. */
  send(path: string, init?: Sending): Promise<Response>
  cookies(): { name: string; value: string }[]
}

type Sending = Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> }

/** Values to type, tick (true) or untick (false), choose or attach; and the value of the button to press. */
export type Filled = { values?: Record<string, string | boolean | File>; press?: string }

const MOST_REDIRECTS = 10
/** Longer than the captcha's minimum (CAPTCHA_FASTEST_MS), which detects robots by their speed. */
const READING_MS = 1_600

/** A new person. `readingMs` may be less where the captcha's minimum is lower. */
export function openVisitor(origin: string, { readingMs = READING_MS } = {}): Visitor {
  const cookies = new Map<string, string>()

  async function send(url: URL, init: Sending): Promise<Response> {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Accept: 'text/html', ...init.headers, ...(cookie === '' ? {} : { Cookie: cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    keepCookies(cookies, response)
    return response
  }

  async function ask(url: URL, init: Sending, followed = 0): Promise<Page> {
    const response = await send(url, init)
    const html = await response.text()
    const location = response.headers.get('location')
    if (location === null || response.status < 300 || response.status > 399) {
      return readPage({ url, status: response.status, html })
    }
    if (followed >= MOST_REDIRECTS) throw new Error(`${url} leads in circles`)
    return ask(new URL(location, url), {}, followed + 1)
  }

  return {
    readingMs,
    get: (path) => ask(new URL(path, origin), {}),
    submit(page, form, filled) {
      const url = new URL(form.action ?? page.url, page.url)
      const sent = fill(form, filled)
      if (form.method === 'get') {
        url.search = new URLSearchParams(textsOf(sent)).toString()
        return ask(url, {})
      }
      const body = form.isMultipart ? multipart(sent) : new URLSearchParams(textsOf(sent))
      return ask(url, { method: 'POST', body, headers: { Origin: url.origin } })
    },
    send: (path, init = {}) => send(new URL(path, origin), init),
    cookies: () => Array.from(cookies, ([name, value]) => ({ name, value })),
  }
}

/** Returns the form with a field of this name. Throws with the page's own words when there is none. */
export function formWith(page: Page, field: string): Form {
  const found = page.forms.find((form) => form.fields.some(({ name }) => name === field))
  if (found) return found
  throw new Error(`There is no form with the field “${field}” on ${describe(page)}`)
}

export function formThatPresses(page: Page, value: string): Form {
  const form = page.forms.find(({ fields }) => fields.some((field) => field.kind === 'button' && field.value === value))
  if (!form) throw new Error(`nothing to press for ${value}`)
  return form
}

/** Page and complaints, for messages. */
export function describe(page: Page): string {
  const heard = page.complaints.length > 0 ? page.complaints.join(' ') : page.text.split('\n').slice(0, 12).join(' | ')
  return `${page.url.pathname}${page.url.search} (${page.status}): ${heard}`
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    if (/;\s*max-age=0\b/i.test(rest)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

type Sent = [name: string, value: string | File][]

/** The successful controls of a form (HTML, "constructing the entry list"). */
function fill(form: Form, { values = {}, press }: Filled): Sent {
  for (const name of Object.keys(values)) {
    if (!form.fields.some((field) => field.name === name)) throw new Error(`The form has no field “${name}”.`)
  }
  return form.fields.flatMap((field, place) => {
    const value = sentValue(field, { wish: values[field.name], press, isFirst: isFirstOption(form, place) })
    return value === null || field.name === '' ? [] : ([[field.name, value]] as Sent)
  })
}

type Wish = { wish: string | boolean | File | undefined; press: string | undefined; isFirst: boolean }

function sentValue(field: Field, { wish, press, isFirst }: Wish): string | File | null {
  switch (field.kind) {
    case 'button':
      return press !== undefined && field.value === press ? field.value : null
    case 'checkbox':
      return (wish ?? field.isChosen) ? field.value : null
    case 'radio':
    case 'select':
      if (wish === undefined) return field.isChosen || isFirst ? field.value : null
      return field.value === wish ? field.value : null
    case 'file':
      // An empty file field is sent too, as a file without a name.
      return wish instanceof File ? wish : new File([], '')
    case 'text':
      return typeof wish === 'string' ? wish : field.value
  }
}

/** A select shows its first option if none is marked. */
function isFirstOption(form: Form, place: number): boolean {
  const field = form.fields[place]
  if (field?.kind !== 'select') return false
  const options = form.fields.filter(({ kind, name }) => kind === 'select' && name === field.name)
  return options[0] === field && !options.some(({ isChosen }) => isChosen)
}

function textsOf(sent: Sent): [string, string][] {
  return sent.filter((pair): pair is [string, string] => typeof pair[1] === 'string')
}

function multipart(sent: Sent): FormData {
  const form = new FormData()
  for (const [name, value] of sent) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, value.name)
  }
  return form
}

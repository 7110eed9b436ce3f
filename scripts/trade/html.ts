/** Reads what a person without JavaScript could use of a page: words, links, forms and complaints. */

export type Page = {
  url: URL
  status: number
  /** The words of the page; one line for each block. */
  text: string
  links: { href: string; text: string }[]
  forms: Form[]
  /** Controls outside of any form: text to copy. */
  loose: Field[]
  /** The error messages beside fields and in the summary. */
  complaints: string[]
}

export type Form = {
  /** As written; null: the page's own address. */
  action: string | null
  method: 'get' | 'post'
  isMultipart: boolean
  fields: Field[]
}

export type Field = {
  name: string
  /** `button`: everything that submits. */
  kind: 'text' | 'file' | 'checkbox' | 'radio' | 'select' | 'button'
  value: string
  /** For checkboxes, radio buttons and options: chosen when the page arrives. */
  isChosen: boolean
}

type Tag = { name: string; isEnd: boolean; attributes: Map<string, string> }
type Token = { tag: Tag } | { text: string }

const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(script|style)\b[\s\S]*?<\/\1>|<(\/?)([a-z][\w-]*)([^>]*)>|([^<]+)/gi
const ATTRIBUTE = /([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'mark', 'small', 'span', 'strong', 'svg', 'path'])
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Parses the HTML that our server writes: quoted attributes, closed elements, no `>` inside an attribute. */
export function readPage(answer: { url: URL; status: number; html: string }): Page {
  const reader = new PageReader()
  for (const token of tokensOf(answer.html)) reader.take(token)
  const { links, forms, loose, complaints } = reader
  return { url: answer.url, status: answer.status, text: tidy(reader.text), links, forms, loose, complaints }
}

function* tokensOf(html: string): Generator<Token> {
  for (const [, , slash, name, attributes, text] of html.matchAll(TOKEN)) {
    if (text !== undefined) yield { text: decode(text) }
    else if (name !== undefined) {
      yield { tag: { name: name.toLowerCase(), isEnd: slash === '/', attributes: attributesOf(attributes ?? '') } }
    }
  }
}

function attributesOf(source: string): Map<string, string> {
  const pairs = source.matchAll(ATTRIBUTE)
  return new Map(
    Array.from(pairs, ([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decode(double ?? single ?? bare ?? ''),
    ]),
  )
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number.parseInt(decimal, 10))
    return ENTITIES[name] ?? whole
  })
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Collects from the tokens; tracks the current element only as far as needed. */
class PageReader {
  text = ''
  readonly links: Page['links'] = []
  readonly forms: Form[] = []
  readonly loose: Field[] = []
  readonly complaints: string[] = []
  #form: Form | null = null
  /** A text area or a select that is still open. */
  #open: { field: Field; end: string } | null = null
  #select: string | null = null
  #inComplaint = false

  take(token: Token): void {
    if ('text' in token) this.#takeText(token.text)
    else if (token.tag.isEnd) this.#takeEnd(token.tag.name)
    else this.#takeStart(token.tag)
  }

  #takeText(text: string): void {
    if (this.#open) this.#open.field.value += text
    else this.text += text.replaceAll('\n', ' ')
    if (this.#inComplaint) this.complaints.push(`${this.complaints.pop() ?? ''}${text}`)
  }

  #takeStart({ name, attributes }: Tag): void {
    if (!INLINE.has(name)) this.text += '\n'
    const value = (attribute: string) => attributes.get(attribute) ?? ''
    if (name === 'a') this.links.push({ href: value('href'), text: '' })
    if (name === 'form') this.#startForm(attributes)
    if (name === 'p' && value('class').split(' ').includes('err')) {
      this.#inComplaint = true
      this.complaints.push('')
    }
    this.#takeControl(name, attributes)
  }

  #startForm(attributes: Map<string, string>): void {
    this.#form = {
      action: attributes.get('action') ?? null,
      method: attributes.get('method')?.toLowerCase() === 'post' ? 'post' : 'get',
      isMultipart: attributes.get('enctype')?.toLowerCase() === 'multipart/form-data',
      fields: [],
    }
    this.forms.push(this.#form)
  }

  #takeControl(name: string, attributes: Map<string, string>): void {
    const given = attributes.get('name') ?? ''
    const value = attributes.get('value') ?? ''
    // A control with `form` belongs to another form; no step of our trades needs one.
    if (attributes.has('form') || attributes.has('disabled')) return
    const add = (field: Omit<Field, 'name'>, fieldName = given): Field => {
      const added = { ...field, name: fieldName }
      const fields = this.#form?.fields ?? this.loose
      fields.push(added)
      return added
    }
    if (name === 'input') {
      const type = attributes.get('type')?.toLowerCase() ?? 'text'
      const kind = type === 'checkbox' || type === 'radio' || type === 'file' ? type : 'text'
      const preset = kind === 'checkbox' && !attributes.has('value') ? 'on' : value
      add({ kind, value: preset, isChosen: attributes.has('checked') })
    }
    if (name === 'textarea') {
      this.#open = { field: add({ kind: 'text', value: '', isChosen: false }), end: 'textarea' }
    }
    if (name === 'select') this.#select = given
    if (name === 'option' && this.#select !== null) {
      add({ kind: 'select', value, isChosen: attributes.has('selected') }, this.#select)
    }
    if (name === 'button') add({ kind: 'button', value, isChosen: false })
  }

  #takeEnd(name: string): void {
    if (!INLINE.has(name)) this.text += '\n'
    if (name === this.#open?.end) this.#open = null
    if (name === 'form') this.#form = null
    if (name === 'select') this.#select = null
    if (name === 'p') this.#inComplaint = false
  }
}

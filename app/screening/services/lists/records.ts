/** Reads a list's XML record by record, as a stream: no file is ever in memory as a whole. */
import { SaxesParser } from 'saxes'
import { ListBroken } from '#app/screening/domain/listed-entry.ts'

/** One element with its content. Names are without their namespace. */
export type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string }

/** In characters: a longer text is no record. */
const LARGEST_RECORD = 4 * 1024 * 1024

/**
 * Calls `onRecord` with each element of those names at any depth (one nested in another belongs to it), and returns the
 * root's attributes. Throws ListBroken: another root, as of an error page, or an incomplete file.
 */
export async function readRecords(
  chunks: AsyncIterable<Uint8Array>,
  reading: { root: string; records: readonly string[]; onRecord: (record: Node) => void },
): Promise<Record<string, string>> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const decoder = new TextDecoder('utf-8')
  const open: Node[] = []
  let rootAttributes: Record<string, string> | null = null
  let depth = 0
  let size = 0
  let failure: Error | null = null

  parser.on('error', (error) => {
    failure ??= new ListBroken(`not well-formed: ${error.message.slice(0, 120)}`)
  })
  parser.on('doctype', () => {
    failure ??= new ListBroken('a document type is declared, which no list does')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const bare = local(name)
    depth += 1
    if (depth === 1) {
      if (bare !== reading.root)
        failure ??= new ListBroken(`begins with <${bare.slice(0, 40)}> and not <${reading.root}>`)
      rootAttributes = attributes
      return
    }
    const parent = open.at(-1)
    if (parent === undefined && !reading.records.includes(bare)) return
    const node: Node = { name: bare, attributes, children: [], text: '' }
    parent?.children.push(node)
    open.push(node)
  })
  const onText = (text: string) => {
    const node = open.at(-1)
    if (node === undefined) return
    size += text.length
    if (size > LARGEST_RECORD) failure ??= new ListBroken('one record is too long to be one')
    node.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    depth -= 1
    const node = open.pop()
    if (node === undefined || open.length > 0) return
    size = 0
    if (failure === null) reading.onRecord(node)
  })

  const throwFailure = () => {
    if (failure !== null) throw failure
  }
  let isFirst = true
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (isFirst && text !== '') {
      isFirst = false
      if (!/^\uFEFF?\s*</.test(text)) throw new ListBroken('is not XML')
    }
    parser.write(text)
    throwFailure()
  }
  parser.write(decoder.decode())
  // Reports an error for elements that are still open: half a file.
  parser.close()
  throwFailure()
  if (rootAttributes === null) throw new ListBroken('is empty')
  return rootAttributes
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

export function all(node: Node, path: string): Node[] {
  return path
    .split('/')
    .reduce((nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node])
}

/** The non-empty texts at the end of a path. */
export function texts(node: Node, path: string): string[] {
  return all(node, path).flatMap(({ text }) => clean(text) || [])
}

export function textOf(node: Node, path: string): string | null {
  return texts(node, path)[0] ?? null
}

/** A non-empty attribute; null: none. */
export function attribute(node: Node, name: string): string | null {
  return clean(node.attributes[name] ?? '') || null
}

export const clean = (value: string) => value.replaceAll(/\s+/g, ' ').trim()

export const distinct = (values: readonly (string | null)[]) => [
  ...new Set(values.flatMap((value) => (value === null ? [] : clean(value) || []))),
]

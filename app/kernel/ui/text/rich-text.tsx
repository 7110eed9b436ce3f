import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'

type RichTextProps = {
  /** A translated sentence in which some words are marked: "I accept the <terms>terms</terms>." */
  text: string
  /** The element for each mark. A mark without one stays as typed; the text is never parsed as HTML. */
  components: Record<string, ReactElement>
}

/**
 * A sentence with links or strong words inside, which translators can move. Like react-i18next's Trans for our
 * sentences, whose marks are never nested, without its HTML parser (5 kB).
 */
export function RichText({ text, components }: RichTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
    const [marked, name = '', words] = match
    const element = Object.hasOwn(components, name) ? components[name] : undefined
    if (!element) continue
    parts.push(<Fragment key={`before ${match.index}`}>{text.slice(end, match.index)}</Fragment>)
    parts.push(cloneElement(element, { key: match.index }, words))
    end = match.index + marked.length
  }
  return [...parts, text.slice(end)]
}

import { createContext, useContext } from 'react'
import type { Words as PageWords } from './translate.ts'

export const WORDS_ELEMENT_ID = 'words'

/** What the document holds for the browser. */
export type CarriedWords = {
  words: PageWords
  /** Of the words, for the addresses of further groups. */
  version: string
}

/** Where the server's render has noted what the page asks for. The browser has read its words already. */
export const WordsContext = createContext<(() => CarriedWords) | null>(null)

/**
 * The words of this page, as data in the document: what the browser needs to take over the page. It stands after
 * everything that speaks. `<` is escaped, so that no translation can end the element.
 */
export function Words() {
  const carriedWords = useContext(WordsContext)
  return (
    <script
      id={WORDS_ELEMENT_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, escaped; a script's text takes no other way
      dangerouslySetInnerHTML={{ __html: carriedWords ? toScript(carriedWords()) : '' }}
    />
  )
}

function toScript(carried: CarriedWords): string {
  return JSON.stringify(carried).replaceAll('<', '\\u003c')
}

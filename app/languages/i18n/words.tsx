import { createContext, useContext } from 'react'

export const WORDS_ELEMENT_ID = 'words'

/** The URL of the messages that the page has used so far. Null in the browser, which has read them already. */
export const WordsContext = createContext<(() => string) | null>(null)

/** The URL of this page's messages, which the browser hydrates with and caches for ever. Rendered after all parts. */
export function WordsProvider() {
  const wordsPath = useContext(WordsContext)
  return (
    <link
      id={WORDS_ELEMENT_ID}
      rel="preload"
      as="fetch"
      crossOrigin="anonymous"
      href={wordsPath?.()}
      suppressHydrationWarning
    />
  )
}

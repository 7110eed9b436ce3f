import { createContext, useContext } from 'react'

export const WORDS_ELEMENT_ID = 'words'

/** Where the words are that the page has asked for so far. The browser has read its words already. */
export const WordsContext = createContext<(() => string) | null>(null)

/**
 * Where the browser finds the words of this page, which it needs to take the page over: no more than their address, under which
 * they are kept for ever. It stands after everything that speaks.
 */
export function Words() {
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

import { createContext, useContext } from 'react'

/**
 * The Content-Security-Policy nonce of this response, for inline scripts. Empty in the browser, which hides nonces
 * from the page on purpose.
 */
export const NonceContext = createContext('')

export function useNonce(): string {
  return useContext(NonceContext)
}

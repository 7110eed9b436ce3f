import { createContext, useContext } from 'react'

/** The Content-Security-Policy nonce for inline scripts. Empty in the browser, which hides nonces on purpose. */
export const NonceContext = createContext('')

export function useNonce(): string {
  return useContext(NonceContext)
}

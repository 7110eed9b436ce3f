import { useState } from 'react'

/**
 * Identifies this form on this page, so that sending it twice does its work once. It stays the same while the page
 * refreshes itself. A browser that goes back must not fill in an old one: `autocomplete` prevents it, which no input of
 * the type "hidden" may have.
 */
export function FormToken({ token }: { token: string }) {
  const [first] = useState(token)
  return <input type="text" hidden readOnly name="formToken" value={first} autoComplete="off" />
}

import { useState } from 'react'

/**
 * Tells robots from people without a word: a field that people neither see nor hear, and the moment at which the form was
 * handed out (app/accounts/web/captcha.server.ts).
 */
export function Trap({ stamp }: { stamp: string }) {
  return (
    <>
      <Stamp stamp={stamp} />
      <div className="vh" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
      </div>
    </>
  )
}

/** The moment alone, for a form with such a field of its own. */
export function Stamp({ stamp }: { stamp: string }) {
  // A page may refresh itself; the form was handed out only once.
  const [first] = useState(stamp)
  return <input type="hidden" name="issued" value={first} />
}

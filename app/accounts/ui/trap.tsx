import { useState } from 'react'

/**
 * Detects robots without a question: a field that people neither see nor hear, and the time at which the form was
 * issued (app/accounts/web/captcha.server.ts).
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

/** The time alone, for a form that has such a field of its own. */
export function Stamp({ stamp }: { stamp: string }) {
  // A page may refresh itself; the form was issued only once.
  const [first] = useState(stamp)
  return <input type="hidden" name="issued" value={first} />
}

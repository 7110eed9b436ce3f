/** The Retry-After of an answer (RFC 9110 §10.2.3). */

const SECONDS = /^\d{1,9}$/
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds to wait; null: absent or unreadable. A date counts from the answer's `Date`: clocks may be wrong. */
export function readRetryAfter(headers: Headers): number | null {
  const wish = headers.get('Retry-After')?.trim() ?? ''
  if (SECONDS.test(wish)) return Number(wish) * 1000
  const until = readDate(wish)
  const answered = readDate(headers.get('Date')?.trim() ?? '')
  return until === null || answered === null ? null : Math.max(0, until - answered)
}

function readDate(text: string): number | null {
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

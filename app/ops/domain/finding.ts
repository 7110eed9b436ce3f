/** What a look at an installation found, a line each: well, to be mended by a person, or worth knowing. */

export type Finding = {
  verdict: 'ok' | 'mend' | 'note'
  /** What was looked at, in a word or two. */
  about: string
  /** What is so; for `mend` what to do, too. */
  says: string
}

/** Those about one thing. */
export function findingsAbout(about: string) {
  return {
    ok: (says: string): Finding => ({ verdict: 'ok', about, says }),
    mend: (says: string): Finding => ({ verdict: 'mend', about, says }),
    note: (says: string): Finding => ({ verdict: 'note', about, says }),
  }
}

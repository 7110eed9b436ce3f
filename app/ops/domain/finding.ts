/** Results of checking an installation, one per line: fine, to be fixed by a person, or worth knowing. */

export type Finding = {
  verdict: 'ok' | 'mend' | 'note'
  /** What was checked, in a word or two. */
  about: string
  /** What was found; for `mend` also what to do. */
  says: string
}

export function findingsAbout(about: string) {
  return {
    ok: (says: string): Finding => ({ verdict: 'ok', about, says }),
    mend: (says: string): Finding => ({ verdict: 'mend', about, says }),
    note: (says: string): Finding => ({ verdict: 'note', about, says }),
  }
}

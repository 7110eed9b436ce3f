/**
 * Which words travel with a page. The words that all pages share (locales/<lng>/common.json) come in groups: its first
 * level of keys. A page brings the groups that its own render asked for, and those below; the browser fetches another one
 * when a page that it goes on to needs it.
 */

/** What a page may have to say only after it was made: on errors, while a form is sent, when a button was pressed. */
export const GROUPS_OF_EVERY_PAGE = ['access', 'captcha', 'error', 'form', 'pages', 'preview', 'ui', 'upload'] as const

/** "common:lookup.decision.title" → "lookup". */
export function groupOf(key: string): string {
  return key.replace(/^common:/, '').split('.')[0] ?? ''
}

/** Where the browser finds a group of a language. `version` is that of the words, so that answers can be kept for ever. */
export function groupPath(group: string, { language, version }: { language: string; version: string }): string {
  return `/words/${language}/${group}?v=${version}`
}

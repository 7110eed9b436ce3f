/**
 * Which messages a page needs in the browser. The common messages (locales/<lng>/common.json) come in groups: their
 * first level of keys. A page names the groups that its own render used, and those below; the browser fetches them once
 * and keeps them, and others when a page that it goes on to needs them.
 */

/** What a page may show only after it was made: on errors, while a form is sent, when a button was pressed. */
export const GROUPS_OF_EVERY_PAGE = ['access', 'captcha', 'error', 'form', 'pages', 'preview', 'ui', 'upload'] as const

const SEPARATOR = '.'
const NAMESPACE = 'common:'

/** "common:lookup.decision.title" → "lookup". */
export function groupOf(key: string): string {
  const from = key.startsWith(NAMESPACE) ? NAMESPACE.length : 0
  const to = key.indexOf('.', from)
  return key.slice(from, to < 0 ? undefined : to)
}

/** Where the browser finds groups of a language. `version`: the messages', so that answers can be kept for ever. */
export function groupsPath(
  names: readonly string[],
  { language, version }: { language: string; version: string },
): string {
  return `/words/${language}/${names.join(SEPARATOR)}?v=${version}`
}

export function groupsIn(part: string): string[] {
  return part.split(SEPARATOR)
}

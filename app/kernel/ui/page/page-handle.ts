import type { ParseKeys } from 'i18next'

/** What a route tells the shell about its page: `export const handle: PageHandle = { title: 'pages.faq' }`. */
export type PageHandle = {
  /** Key of the document's title in common.json. */
  title: ParseKeys<'common'>
  /** Key of the description for search engines and shared links. Absent: the page is not to be found by them. */
  description?: ParseKeys<'common'>
  /** A shore page (home, freight) lays out its own full-width sections. Others are in the page's column. */
  shore?: boolean
  /** Hides the ticker's call to action, or the whole ticker. */
  ticker?: 'no-cta' | 'off'
  /** The token of the invitation in the page's data or URL, which Register and Login keep. Null: no longer valid. */
  invitation?: (page: { data: unknown; search: string }) => string | null
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}

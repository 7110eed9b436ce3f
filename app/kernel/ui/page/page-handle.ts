import type { ParseKeys } from 'i18next'

/** What a route tells the shell about its page: `export const handle: PageHandle = { title: 'pages.faq' }`. */
export type PageHandle = {
  /** Key of the document's title in common.json. */
  title: ParseKeys<'common'>
  /** Key of what search engines and shared links say of the page. Without one the page is nobody's to find. */
  description?: ParseKeys<'common'>
  /** A shore page (home, freight) lays out its own full-width sections. Others stand in the page's column. */
  shore?: boolean
  /** Switches the ticker's call to action off, or the whole ticker. */
  ticker?: 'no-cta' | 'off'
  /**
   * The token of the invitation that the page is about, from its data and its address: Register and Login on top keep to it. Null
   * where the link leads nowhere any more.
   */
  invitation?: (page: { data: unknown; search: string }) => string | null
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}

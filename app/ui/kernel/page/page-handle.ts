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
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}

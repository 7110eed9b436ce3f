import type { Page, Response } from 'playwright-core'
import type { Visitor } from '#scripts/trade/http-client.ts'

/** Answers with the HTML of the last document that the page was sent, before the browser repaired it. */
export function keepServed(page: Page): () => Promise<string> {
  let last: Response | null = null
  page.on('response', (response) => {
    const request = response.request()
    const isRedirect = response.status() >= 300 && response.status() < 400
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && !isRedirect) last = response
  })
  return async () => {
    if (!last) throw new Error('The page has not been sent any document yet.')
    return last.text()
  }
}

/** A page's HTML over HTTP, also of one that leads on to an address of its own, as that of a new form. */
export async function sentHtml(visitor: Visitor, path: string): Promise<string> {
  const answer = await visitor.send(path)
  const place = answer.headers.get('location')
  return (place === null ? answer : await visitor.send(place)).text()
}

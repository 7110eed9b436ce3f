import type { Page, Response } from 'playwright-core'
import type { Visitor } from '#scripts/trade/http-client.ts'

/** Returns the HTML of the last document as it was sent, before the browser repaired it. */
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

/** A page's HTML over HTTP; follows a redirect, such as that of a new form to its own address. */
export async function sentHtml(visitor: Visitor, path: string): Promise<string> {
  const answer = await visitor.send(path)
  const place = answer.headers.get('location')
  return (place === null ? answer : await visitor.send(place)).text()
}

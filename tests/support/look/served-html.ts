import type { Page, Response } from 'playwright-core'

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

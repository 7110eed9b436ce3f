/** How long a page is on a phone, and how much it contains. */
import type { Page } from 'playwright-core'

/** A common phone. */
export const PHONE = { width: 390, height: 844 }

/** `screens`: the whole page with its frame. Words, links, buttons and fields: those visible in `main`. */
export type PageLength = { screens: number; words: number; links: number; buttons: number; fields: number }

export async function measurePage(page: Page): Promise<PageLength> {
  await page.setViewportSize(PHONE)
  // A late font moves lines.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const found = await page.evaluate(readLength)
  return { ...found, screens: Math.round((found.height / PHONE.height) * 100) / 100 }
}

/** Runs in the browser. Folded content, and content for screen readers alone, does not count. */
function readLength() {
  const main = document.querySelector('main')
  const isShown = (element: Element | null) =>
    element !== null &&
    element.closest('.vh') === null &&
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
  const count = (selector: string) => [...(main?.querySelectorAll(selector) ?? [])].filter(isShown).length
  const texts = main && document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  let words = 0
  while (texts?.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode
    if (isShown(parentElement))
      words += (nodeValue ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  }
  return {
    height: document.documentElement.scrollHeight,
    words,
    links: count('a[href]'),
    buttons: count('button'),
    fields: count('input:not([type=hidden]), select, textarea'),
  }
}

export type Budget = { page: string; screens: number; words: number; found: PageLength }

/** Prints each page beside its limits. */
export function printLengths(rows: readonly Budget[]): void {
  console.table(
    rows.map(({ page, found, ...most }) => ({
      ...{ page, screens: found.screens, 'at most': most.screens, words: found.words, 'words at most': most.words },
      ...{ links: found.links, buttons: found.buttons, fields: found.fields },
    })),
  )
}

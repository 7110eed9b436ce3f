/** Checks that every page must pass. Each returns the faults as sentences. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import common from '../../../locales/en/common.json' with { type: 'json' }
import desk from '../../../locales/en/desk.json' with { type: 'json' }

declare global {
  interface Window {
    axe: { run(context: Document | string, options: RunOptions): Promise<AxeResults> }
    /** The elements that the last check of colours found good. */
    axePassed?: Set<Element | undefined>
  }
}

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Texts that nobody should ever read: keys without texts, unfilled values, unparsed marks. */
export async function checkWords(page: Page): Promise<string[]> {
  return findRawWords(await page.evaluate(readWords))
}

/** The same for a text that was read already. */
export function findRawWords(words: string): string[] {
  const key = new RegExp(
    `(?<![\\w.@/-])(?:${[...Object.keys(common), ...Object.keys(desk)].join('|')})(?:\\.[A-Za-z]\\w*)+(?![\\w@])`,
    'g',
  )
  return [key, /\{\{.*?\}\}/g, /<\/?\w+>/g, /\b(?:undefined|NaN|\[object \w+\])\b/g].flatMap((pattern) =>
    [...words.matchAll(pattern)].map(([found]) => `raw words: ${found}`),
  )
}

export async function addEngine(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await runScript(page, await AXE)
}

/** Runs a script at the top of the page. Unlike evaluate, Chromium keeps the compiled script for the next page. */
export async function runScript(page: Page, script: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${script};undefined` })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  await session.detach()
}

/** axe's findings in the whole document or within an element; `options` may leave out rules. */
export async function violations(
  page: Page,
  { options, within }: { options: RunOptions; within?: string | undefined },
): Promise<string[]> {
  await addEngine(page)
  const results = await page.evaluate(
    (chosen) => window.axe.run(chosen.within ?? document, { resultTypes: ['violations'], ...chosen.options }),
    { options, within },
  )
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** Elements that overflow sideways, unless something around them scrolls or cuts them on purpose. */
export function findOverflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const isHeld = (element: Element): boolean => {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== 'visible') return true
    }
    return false
  }
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    // A page overflows at its end: in a right-to-left one that is the left side.
    const isOut = document.dir === 'rtl' ? left < -1 : right > clientWidth + 1
    return width > 1 && height > 1 && isOut && !isHeld(element)
  })
  const named = wide.map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`)
  return scrollWidth > clientWidth && named.length === 0 ? [`the page (${scrollWidth} px)`] : named
}

/** Words broken at a line's end. Allowed: codes, file names, hyphens, and Thai and Chinese, which have no spaces. */
export function findTornWords(): string[] {
  const linesOf = (part: Range) => new Set(Array.from(part.getClientRects(), ({ top }) => Math.round(top))).size
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const torn: string[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    const around = node.parentElement
    if (!around?.checkVisibility() || around.closest('code, noscript, script, style, .vh')) continue
    // Text on one line is not broken.
    range.selectNodeContents(node)
    if (linesOf(range) < 2) continue
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(
      /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{M}\u200c]{2,}/gu,
    )) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (linesOf(range) > 1) torn.push(word)
    }
  }
  return torn
}

/** Controls without an accessible name. */
export function findNameless(): string[] {
  const controls = document.body.querySelectorAll('a[href], button, summary, input, select, textarea, [role=img]')
  const textOf = (element: Element | null) =>
    [element?.textContent, ...Array.from(element?.querySelectorAll('[aria-label], [alt]') ?? [], ownName)]
      .join('')
      .trim()
  function ownName(element: Element): string {
    return (element.getAttribute('aria-label') || element.getAttribute('alt') || element.getAttribute('title')) ?? ''
  }
  function nameOf(element: Element): string {
    const by = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
    if (by.length > 0) return by.map((id) => textOf(document.getElementById(id))).join('')
    if (ownName(element).trim() !== '') return ownName(element)
    const { labels } = element as HTMLInputElement
    return labels ? Array.from(labels, textOf).join('') || textOf(element) : textOf(element)
  }
  const nameless = [...controls].filter(
    (element) =>
      !(element instanceof HTMLInputElement && (element.type === 'hidden' || element.hidden)) &&
      element.closest('[aria-hidden=true]') === null &&
      nameOf(element) === '',
  )
  return nameless.map((element) => element.outerHTML.slice(0, 200))
}

/** The language of every page's frame, and where its parts begin. */
export function readFrame() {
  const { lang, dir } = document.documentElement
  const startOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
  const computed = getComputedStyle(document.body).direction
  return { lang, dir, computed, mark: startOf('.bar__mark'), menu: startOf('.bar__end') }
}

/** Words that only style separates: without it, or when copied, they run together. A code is one word. */
export function findGlued(): string[] {
  const inline = 'a, b, bdi, button, code, em, label, select, small, span, strong, time'
  const glued: string[] = []
  for (const one of document.body.querySelectorAll(inline)) {
    const next = one.nextSibling
    if (!(next instanceof Element && next.matches(inline)) || one.closest('code, [aria-hidden=true]')) continue
    const [before, after] = [one.textContent ?? '', next.textContent ?? '']
    if (/\S$/.test(before) && /^\S/.test(after)) glued.push(`${before.slice(-30)}|${after.slice(0, 30)}`)
  }
  return glued
}

/** Visible text, and text that is read aloud. */
export function readWords(): string {
  const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
  const labels = named.flatMap((element) =>
    ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  )
  // English marked as English, as on a receipt, is not untranslated.
  const english = document.querySelectorAll<HTMLElement>('html:not([lang=en]) [lang=en]')
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown; textContent would bring the scripts too
  const shown = [...english].reduce((words, part) => words.replace(part.innerText, ''), document.body.innerText)
  return [document.title, shown, ...labels].join('\n')
}

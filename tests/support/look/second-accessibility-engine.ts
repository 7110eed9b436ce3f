/**
 * IBM's Equal Access engine, beside axe: it computes names itself, and finds what axe accepts (a label that wraps one
 * control and names another). Only its failures count: "potential" and "manual" results are questions to a person.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { runScript } from '#tests/support/tour/page-checks.ts'

declare global {
  interface Window {
    ace: typeof import('accessibility-checker-engine')
  }
}

/** ace-window.js is one classic script that defines `ace`. */
const ENGINE = readFile(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace-window.js'), 'utf8')

/** Rules that are wrong about our pages, or that other checks cover better. */
const LEFT_OUT = [
  // A form without a name is no landmark, so it needs none. The validator checks the other landmarks.
  'aria_form_label_unique',
  'aria_landmark_name_unique',
  // A single aside is known by its role; several need names, which the HTML validator checks.
  'aria_complementary_labelled',
  // The link that skips to the content comes first, so before the landmarks.
  'aria_content_in_landmark',
  // A strip that scrolls must be reachable by keyboard (axe requires it), and is no control.
  'element_tabbable_role_valid',
  // It does not know that an email field may be the username, as HTML says; the validator does.
  'input_autocomplete_valid',
  // axe checks contrast at both sizes in both schemes.
  'text_contrast_sufficient',
  // These cost most and only ever ask a person.
  'element_tabbable_unobscured',
  'element_tabbable_visible',
  'img_alt_background',
  'style_color_misuse',
  'style_highcontrast_visible',
  'text_sensory_misuse',
]

/** The engine's findings on the visible page; without its frame if that was judged around another `main`. */
export async function issuesOfSecondEngine(page: Page, { isFrameKnown = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in window))) await runScript(page, `${await ENGINE};window.ace = ace`)
  return page.evaluate(check, { leftOut: LEFT_OUT, isFrameKnown })
}

async function check({ leftOut, isFrameKnown }: { leftOut: string[]; isFrameKnown: boolean }): Promise<string[]> {
  const engine = new window.ace.Checker()
  const all = engine.getGuidelines().find(({ id }) => id === 'WCAG_2_2')
  if (!all) throw new Error('The engine has no guideline WCAG_2_2.')
  const checkpoints = all.checkpoints.map((checkpoint) => ({
    ...checkpoint,
    rules: checkpoint.rules?.filter(({ id }) => !leftOut.includes(id)) ?? [],
  }))
  engine.addGuideline({ ...all, id: 'ours', checkpoints })

  // The engine takes texts hidden by clip-path, and those of a closed part, as absent. Browsers do not.
  const heard = new CSSStyleSheet()
  heard.replaceSync('.vh { clip-path: none !important }')
  const closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
  // Hidden elements cost the engine as much time, so what it has judged is taken out meanwhile.
  const isAround = (element: Element) => !element.matches('main, :has(main)')
  const around = isFrameKnown ? [...document.body.children].filter(isAround) : []
  const places = around.map((element) => ({ element, place: document.createComment('') }))
  for (const { element, place } of places) element.replaceWith(place)
  document.adoptedStyleSheets.push(heard)
  for (const details of closed) details.open = true
  try {
    const { results } = await engine.check(document, ['ours'])
    return results
      .filter(({ value: [, outcome] }) => outcome === 'FAIL')
      .map(({ ruleId, message, path, snippet }) => `${ruleId} (${message}): ${path.dom}: ${snippet}`)
  } finally {
    for (const details of closed) details.open = false
    document.adoptedStyleSheets.pop()
    for (const { element, place } of places) place.replaceWith(element)
  }
}

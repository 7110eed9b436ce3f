/**
 * The look of a page: what engines find at both sizes in both colour schemes, and what overflows. Judged only once per
 * test file: each shape (page-shape.ts) by the rules of structure, and each set of colours by those of contrast.
 */
import type { Page } from 'playwright-core'
import { issuesOfSecondEngine } from '#tests/support/look/second-accessibility-engine.ts'
import { addEngine, findOverflow, violations } from '#tests/support/tour/page-checks.ts'
import { type Colours, readColours, readShape } from './page-shape.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** WCAG 2.2, 1.4.10: nothing is lost at this width. */
const NARROWEST = { width: 320, height: 640 }

type View = { viewport: typeof WIDE; colorScheme: 'light' | 'dark' }

const VIEWS: View[] = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: WIDE, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
]

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const ALL_BUT_COLOURS = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]))
/** The page without its frame. */
const MAIN = 'main'

const judged = {
  shapes: new Set<string>(),
  /** Colours with good contrast, and those, with their place, that the engine could not decide. */
  colours: new Set<string>(),
}

/** Leaves the page as it was. Returns the faults as sentences. */
export async function checkLook(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const [place, view] of VIEWS.entries()) {
    await page.setViewportSize(view.viewport)
    await page.emulateMedia({ colorScheme: view.colorScheme })
    await page.evaluate(endTransitions)
    // The second engine judges what size and colours do not change.
    const found = [...(await judgeStructure(page, place === 0)), ...(await judgeColours(page))]
    wrong.push(...found.map((sentence) => `${view.viewport.width} px, ${view.colorScheme}: ${sentence}`))
  }
  for (const viewport of [PHONE, NARROWEST]) {
    await page.setViewportSize(viewport)
    const found = await page.evaluate(findOverflow)
    wrong.push(...found.map((element) => `${viewport.width} px: wider than the screen: ${element}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WIDE)
  return wrong
}

/** Runs in the browser. During a change of schemes a button has colours that nobody reads. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
}

/** With a new frame judges the whole page; else only a new `main`. */
async function judgeStructure(page: Page, hasSecondEngine: boolean): Promise<string[]> {
  const { frame, main } = await page.evaluate(readShape)
  const isFrameNew = !judged.shapes.has(frame)
  if (!isFrameNew && judged.shapes.has(main)) return []
  const found = await violations(page, {
    // All pages share the style sheets: they are read with the frame.
    options: { rules: ALL_BUT_COLOURS, preload: isFrameNew },
    within: isFrameNew ? undefined : MAIN,
  })
  if (hasSecondEngine) found.push(...(await issuesOfSecondEngine(page, { isFrameKnown: !isFrameNew })))
  if (found.length === 0) judged.shapes.add(frame).add(main)
  return found
}

async function judgeColours(page: Page): Promise<string[]> {
  const isKnown = (one: Colours) => judged.colours.has(one.colours) || judged.colours.has(undecided(one))
  if ((await page.evaluate(readColours)).every(isKnown)) return []
  await addEngine(page)
  const found = await page.evaluate(findBadColours, COLOUR_RULES)
  if (found.length > 0) return found
  for (const one of await page.evaluate(readColours)) judged.colours.add(one.isGood ? one.colours : undecided(one))
  return []
}

const undecided = ({ colours, place }: Colours) => `${colours} in ${place}`

/** Runs in the browser. Records which elements are good. */
async function findBadColours(rules: string[]): Promise<string[]> {
  const { violations: bad, passes } = await window.axe.run(document, {
    runOnly: rules,
    resultTypes: ['violations', 'passes'],
    elementRef: true,
  })
  const good = passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  window.axePassed = new Set(good.map(({ element }) => element))
  return bad.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

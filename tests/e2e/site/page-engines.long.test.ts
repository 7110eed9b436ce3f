/** The HTML validator and the second accessibility engine find what axe misses. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { checkLook } from '#tests/support/look/check-look.ts'
import { issuesOfSecondEngine } from '#tests/support/look/second-accessibility-engine.ts'
import { faultsOfHtml } from '#tests/support/tour/html-validity.ts'
import { violations } from '#tests/support/tour/page-checks.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

const documentWith = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>Decide</title></head><body><main><h1>Decide</h1>${body}</main></body></html>`

/** A section has taken the id that the label names: a click on the label selects nothing. */
const LABEL_OF_ANOTHER = `<section id="decision"><h2>Decision</h2><fieldset><legend>How?</legend>
  <label for="decision"><input type="radio" id="decision" name="decision" value="release"> Release</label>
  </fieldset></section>`

it('a label that names another element than the control inside it is found by both, though not by axe', async () => {
  const { page } = await browser.newPage()
  const html = documentWith(LABEL_OF_ANOTHER)
  await page.setContent(html)
  expect(await violations(page, { options: {} })).toEqual([])
  expect((await issuesOfSecondEngine(page)).join()).toContain('label_ref_valid')
  expect((await faultsOfHtml(html)).join()).toMatch(/valid-for.*no-dup-id/)
})

it('labels that are only heard, and those in closed parts, are labels to the second engine', async () => {
  const { page } = await browser.newPage()
  const body = `<style>.vh { position: absolute; clip-path: inset(50%) }</style>
    <label for="one" class="vh">Language</label><input id="one">
    <details><summary>More</summary><label for="two">Wallet</label><input id="two"><input id="three"></details>`
  await page.setContent(documentWith(body))
  const issues = await issuesOfSecondEngine(page)
  expect(issues).toHaveLength(1)
  expect(issues[0]).toContain('<input id="three">')
  expect(await page.locator('details').getAttribute('open')).toBeNull()
})

it('what was judged is not judged again, and whatever differs is', async () => {
  const { page } = await browser.newPage()
  const look = async (body: string) => {
    await page.setContent(documentWith(body))
    return (await checkLook(page)).join('\n')
  }
  const text = (style: string, words = 'Quay') => `<style>${style}</style><p><b class="one">${words}</b></p>`
  expect(await look(text('.one { color: #333 }'))).toBe('')
  // The same elements: only the colours differ.
  expect(await look(text('.one { color: #bbb }'))).toContain('1280 px, light: color-contrast')
  expect(await look(text('.one { color: #333; background: #444 }'))).toContain('color-contrast')
  expect(await look(text('.one { color: #333 } p { background: #444 }'))).toContain('color-contrast')
  const narrow = '@media (width < 400px) and (prefers-color-scheme: dark) { .one { color: #bbb } }'
  expect(await look(text(narrow))).toMatch(/^390 px, dark: color-contrast/)
  expect(await look(text('.one { color: #333 }', 'A wide word'.repeat(9).replaceAll(' ', '')))).toContain('wider than')
  // The same colours: only the elements differ.
  expect(await look('<button type="button">Go</button>')).toBe('')
  expect(await look('<button type="button"></button>')).toContain('button-name')
  const shownNarrow = '<style>@media (width > 400px) { i { display: none } }</style><i role="img"></i>'
  expect(await look(shownNarrow)).toMatch(/^390 px, dark: role-img-alt/)
  const twice = (second: string) => `<nav aria-label="One"></nav><nav aria-label="${second}"></nav>`
  expect(await look(twice('Two'))).toBe('')
  expect(await look(twice('One'))).toContain('landmark-unique')
})

it.each([
  ['an element after the end of the document', `${documentWith('')}<script>late()</script>`, 'after the end'],
  ['an element where HTML has no place for it', documentWith('<ul><p>One</p></ul>'), 'element-permitted-content'],
  ['a button without a type', documentWith('<button>Go</button>'), 'no-implicit-button-type'],
  ['two sides without names', documentWith('<aside>One</aside><aside>Two</aside>'), 'unique-landmark'],
])('the validator finds %s', async (_what, html, rule) => {
  expect(await faultsOfHtml(documentWith(''))).toEqual([])
  expect((await faultsOfHtml(html)).join()).toContain(rule)
})

/** HTML by the letter: ids that occur twice, labels that lead nowhere, elements where HTML does not allow them. */
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Scripts and styles come from the page's own server, over the same connection as the page that would name their hashes.
    'require-sri': 'off',
    // It allows only refreshes without delay. Ours are for browsers without JavaScript, on pages that wait for money.
    'meta-refresh': 'off',
    // What is wrong with a form stands above everything, also above the heading of the page.
    'heading-level': ['error', { minInitialRank: 'h2' }],
  },
})

/** What is wrong with a whole document, as the server sent it or as the browser has it. */
export async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const faults = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) => `${ruleId}: ${message}: ${selector ?? `${line}:${column}`}`,
    ),
  )
  // The validator passes over it; browsers repair it.
  const end = html.indexOf('</html>') + '</html>'.length
  const rest = html.slice(end).trim()
  return rest === '' ? faults : [...faults, `after the end of the document: ${rest.slice(0, 100)}`]
}

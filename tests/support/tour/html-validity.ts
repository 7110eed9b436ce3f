/** Strict HTML: duplicate ids, labels without a target, elements where HTML does not allow them. */
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Scripts and styles come from the page's own server, as the hashes would.
    'require-sri': 'off',
    // It allows only immediate refreshes. Ours are for browsers without JavaScript, on pages that wait for money.
    'meta-refresh': 'off',
    // A form's errors are above everything, also above the page's heading.
    'heading-level': ['error', { minInitialRank: 'h2' }],
  },
})

/** The faults of a whole document, as sent by the server or as the browser has it. */
export async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const faults = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) => `${ruleId}: ${message}: ${selector ?? `${line}:${column}`}`,
    ),
  )
  // The validator ignores it; browsers repair it.
  const end = html.indexOf('</html>') + '</html>'.length
  const rest = html.slice(end).trim()
  return rest === '' ? faults : [...faults, `after the end of the document: ${rest.slice(0, 100)}`]
}

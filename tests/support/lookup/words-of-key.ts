/** The English sentence of a key as a pattern: any values in its placeholders, any line breaks. */
import common from '../../../locales/en/common.json' with { type: 'json' }
import statement from '../../../locales/en/statement.json' with { type: 'json' }

/** For a key with plural forms, either form. */
export function patternOf(says: string | RegExp): RegExp {
  if (says instanceof RegExp) return says
  const forms = [says, `${says}_one`, `${says}_other`].flatMap(
    (key) => textOf(common, key) ?? textOf(statement, key) ?? [],
  )
  if (forms.length === 0) throw new Error(`no sentence has the key ${says}`)
  return new RegExp(forms.map(patternOfText).join('|'))
}

function textOf(words: object, key: string): string | null {
  const found = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], words)
  return typeof found === 'string' ? found : null
}

/** A short word must be alone in its line; a sentence may be anywhere. */
function patternOfText(text: string): string {
  const parts = text.replaceAll(/<[^>]+>/g, ' ').split(/\{\{[^}]+\}\}/)
  const words = parts.map((part) =>
    part
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
  )
  const pattern = words.join('[^]{0,60}?')
  return /[.:?]$/.test(text) ? pattern : `(?<=^|\\n)\\s*${pattern}\\s*(?=\\n|$)`
}

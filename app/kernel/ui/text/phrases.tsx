import type { ReactNode } from 'react'

/** As app/kernel/i18n/format.ts writes it: the number and its unit stay together. */
const AMOUNT = /(\d[\d.,]*\u00a0[A-Z]{3,4})/
const ENDS_IN_HAN = /\p{Script=Han}$/u
const BEGINS_WITH_HAN = /^\p{Script=Han}/u

/**
 * The words of a heading. Chinese ones break only at their commas (languages.css), so an amount between two words makes
 * a clause too wide for a phone: it may begin a line, and so may what follows it.
 */
export function phrases(heading: ReactNode): ReactNode {
  if (typeof heading !== 'string') return heading
  const parts = heading.split(AMOUNT)
  const pieces = parts.flatMap<ReactNode>((part, index) => {
    // Every second part is an amount.
    const isAmount = index % 2 === 1
    const mayBreak = isAmount ? ENDS_IN_HAN.test(parts[index - 1] ?? '') : index > 0 && BEGINS_WITH_HAN.test(part)
    return mayBreak ? [<wbr key={`before ${part}`} />, part] : [part]
  })
  return pieces.length === parts.length ? heading : pieces
}

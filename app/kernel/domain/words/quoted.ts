/** A party's text, as an email of ours carries it to the other: short, and without links. */
import { DOTS_OF_SITES, LINKS, NUMBERED_SITES } from './addresses.ts'

const LONGEST = 300

const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu

export type Quoted = { text: string; isCut: boolean }

/** `isCut`: the page has the rest, or the links. Line breaks stay. A blank follows dots that could make a site. */
export function quoteForEmail(typed: string): Quoted {
  const lines = typed.replaceAll('\r\n', '\n').replace(UNSEEN, ' ').trim()
  const plain = lines.replace(LINKS, '…')
  const short = plain.length > LONGEST ? `${plain.slice(0, LONGEST).trimEnd()}…` : plain
  const text = short
    .replace(DOTS_OF_SITES, (dot) => (dot === '。' ? '。 ' : '. '))
    .replace(NUMBERED_SITES, (numbers) => numbers.replace(/[^\d]+/u, '. '))
  return { text, isCut: short !== lines }
}

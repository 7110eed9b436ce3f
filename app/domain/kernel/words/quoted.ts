/** What one party typed, as a letter of ours carries it to the other: short, and without anything to press. */
const LONGEST = 300

const LINK = /\S*(?:\/\/|@|\bwww\.)\S*/giu
/** A dot between letters: mail programs make a link of it by themselves when what follows happens to be a domain. */
const SITE = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2})(?!(?:pdf|docx?|xlsx?|txt|png|jpe?g)(?![\p{L}\p{N}]))/giu
const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu

export type Quoted = { text: string; isCut: boolean }

/** `isCut`: the page has the rest, or the links. Lines stay lines. */
export function quoteForLetter(typed: string): Quoted {
  const lines = typed.replaceAll('\r\n', '\n').replace(UNSEEN, ' ').trim()
  const plain = lines.replace(LINK, '…')
  const short = plain.length > LONGEST ? `${plain.slice(0, LONGEST).trimEnd()}…` : plain
  return { text: short.replace(SITE, '. '), isCut: short !== lines }
}

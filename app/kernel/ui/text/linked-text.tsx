import { Link } from '@remix-run/react'
import { RichText } from './rich-text.tsx'

/** The pages that longer texts link to, by the mark around the words: "<contact>Write to us</contact>". */
const LINKS = {
  check: <Link to="/wallet-check" />,
  contact: <Link to="/contact" />,
  faq: <Link to="/faq" />,
  holdings: <Link to="/holdings" />,
  privacy: <Link to="/privacy" />,
  terms: <Link to="/terms" />,
}

export const LINK_MARKS = Object.keys(LINKS)

/** A paragraph of the FAQ, the instructions or the legal pages, with its links. */
export function LinkedText({ text }: { text: string }) {
  return <RichText text={text} components={LINKS} />
}

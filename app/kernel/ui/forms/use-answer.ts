import { type useActionData as answerOf, useActionData, useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * What the form was answered that this page has sent last. Remix forgets an answer as soon as the page asks its loaders again, and
 * when somebody follows a link to a place on it: a sentence would vanish while it is read. Here it stays until the person sends a
 * form or goes elsewhere; undefined before. On the server as Remix has it.
 */
export function useAnswer<Action>(): ReturnType<typeof answerOf<Action>> {
  const answer = useActionData<Action>()
  const { key, pathname, search, hash } = useLocation()
  const page = pathname + search
  const [kept, setKept] = useState({ answer, key, page })
  if (answer !== undefined && (answer !== kept.answer || key !== kept.key)) setKept({ answer, key, page })
  if (answer !== undefined) return answer
  // The browser gives a place on the page no key of its own.
  const isPlaceOnIt = key === 'default' && hash !== '' && page === kept.page
  return key === kept.key || isPlaceOnIt ? kept.answer : undefined
}

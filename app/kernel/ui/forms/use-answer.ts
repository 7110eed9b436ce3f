import { type useActionData as answerOf, useActionData, useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * Returns the answer to the form that this page has sent last. Remix forgets an answer when the page reloads its
 * loaders, and when somebody follows a link to a part of it: a sentence would vanish while it is read. This keeps it
 * until the person sends a form or goes elsewhere; undefined before. On the server as Remix has it.
 */
export function useAnswer<Action>(): ReturnType<typeof answerOf<Action>> {
  const answer = useActionData<Action>()
  const { key, pathname, search, hash } = useLocation()
  const page = pathname + search
  const [kept, setKept] = useState({ answer, key, page })
  if (answer !== undefined && (answer !== kept.answer || key !== kept.key)) setKept({ answer, key, page })
  if (answer !== undefined) return answer
  // The browser gives a part of the page no key of its own.
  const isPlaceOnIt = key === 'default' && hash !== '' && page === kept.page
  return key === kept.key || isPlaceOnIt ? kept.answer : undefined
}

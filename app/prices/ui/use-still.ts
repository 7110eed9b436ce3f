import { type RefObject, useEffect, useRef } from 'react'

const KEY = 'still'

/**
 * For the checkbox that stops all strips: restores the last choice in this browser, if storage is allowed. The checkbox
 * works by CSS alone; without JavaScript the choice ends with the page.
 */
export function useStill(): { box: RefObject<HTMLInputElement>; keep: () => void } {
  const box = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (box.current && storage()?.getItem(KEY)) box.current.checked = true
  }, [])

  const keep = () => {
    if (box.current?.checked) storage()?.setItem(KEY, 'yes')
    else storage()?.removeItem(KEY)
  }
  return { box, keep }
}

/** A browser may forbid storage, and then throws on access. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

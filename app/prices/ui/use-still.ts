import { type RefObject, useEffect, useRef } from 'react'

const KEY = 'still'

/**
 * For the box that stops all strips: what was chosen last in this browser is chosen again, as far as its storage is allowed.
 * The box works by CSS alone; without JavaScript it is forgotten with the page.
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

/** A browser may forbid it, and then throws as soon as it is named. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

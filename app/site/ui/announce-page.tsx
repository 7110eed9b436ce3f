import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { NEXT_MARK } from '#app/kernel/ui/frames/sheet.tsx'

/**
 * The router replaces pages silently: a screen reader hears nothing, and the focus stays on a link that is gone. So the
 * focus moves to the new page's heading, or to the target of the hash, and its title is announced. A form answered on
 * its own page moves the focus only if its button is gone: to the question that replaced it. A field that takes the
 * focus itself keeps it.
 */
export function AnnouncePage() {
  const { key, pathname, hash } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const seen = useRef({ key, pathname })
  const [title, setTitle] = useState('')

  useEffect(() => {
    const before = seen.current
    if (!isIdle || before.key === key) return
    seen.current = { key, pathname }
    const isOther = before.pathname !== pathname
    if (isOther) setTitle(document.title)
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    const isOnPage = !isLost && focused.closest('main') !== null
    if (isOther && (isLost || !isOnPage)) focusOn(targetOf(hash) ?? heading())
    else if (isLost) focusOn(document.querySelector<HTMLElement>(`main [${NEXT_MARK}]`) ?? heading())
  }, [isIdle, key, pathname, hash])

  return (
    <p className="vh" role="status">
      {title}
    </p>
  )
}

function targetOf(hash: string): HTMLElement | null {
  return hash.length > 1 ? document.getElementById(hash.slice(1)) : null
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
}

function focusOn(target: HTMLElement | null): void {
  if (target === null) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

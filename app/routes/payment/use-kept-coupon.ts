import { type RefObject, useEffect, useRef } from 'react'

/** Spec §5: the coupon code is kept in local storage under this key. */
const KEY = 'ref'

/** Keeps a code that the server knows; fills an empty field with the one that was kept. */
export function useKeptCoupon(code: string): RefObject<HTMLInputElement> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const store = openStore()
    if (!store) return
    if (code !== '') store.setItem(KEY, code)
    else if (field.current && field.current.value === '') field.current.value = store.getItem(KEY) ?? ''
  }, [code])
  return field
}

/** Browsers that keep nothing for us throw on the mere look at it. The cookie then does the work. */
function openStore(): Storage | null {
  try {
    return window.localStorage
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

import { type RefObject, useEffect, useRef } from 'react'

/** Spec §5: the coupon code is kept in local storage under this key. */
const KEY = 'ref'

/** Keeps a code that the server knows; before the first quote fills an empty field with the one that was kept. */
export function useKeptCoupon({ code, isQuoted }: { code: string; isQuoted: boolean }): RefObject<HTMLInputElement> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const store = openStore()
    if (code !== '') store?.setItem(KEY, code)
    else if (isQuoted) store?.removeItem(KEY)
    else if (field.current?.value === '') field.current.value = store?.getItem(KEY) ?? ''
  }, [code, isQuoted])
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

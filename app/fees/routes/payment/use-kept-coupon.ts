import { type RefObject, useEffect, useRef } from 'react'

/** Spec §5: the coupon code is kept in local storage under this key. */
const KEY = 'ref'

/** Keeps a code that the server knows; fills an empty field with the kept one before the first quote. */
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

/** Browsers that block storage throw on access. The cookie serves instead. */
function openStore(): Storage | null {
  try {
    return window.localStorage
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

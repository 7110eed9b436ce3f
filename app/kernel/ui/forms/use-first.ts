import { useState } from 'react'

/**
 * Returns the value of the first render. An answer in the first render came with the whole page, whose file fields are
 * empty; a later one was fetched, and every field keeps its content.
 */
export function useFirst<Value>(value: Value): Value {
  const [first] = useState(() => value)
  return first
}

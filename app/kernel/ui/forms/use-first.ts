import { useState } from 'react'

/**
 * What a part of the page began with. An answer that it began with came with the whole page, whose file fields are empty;
 * a later one was fetched, and every field holds what it held.
 */
export function useFirst<Value>(value: Value): Value {
  const [first] = useState(() => value)
  return first
}

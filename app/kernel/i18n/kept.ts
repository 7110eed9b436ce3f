/** Caches a value per language: making one of Intl's formatters takes a hundred times as long as using it. */
export function kept<Value>(make: (language: string) => Value): (language: string) => Value {
  const made = new Map<string, Value>()
  return (language) => {
    const known = made.get(language)
    if (known !== undefined) return known
    const value = make(language)
    made.set(language, value)
    return value
  }
}

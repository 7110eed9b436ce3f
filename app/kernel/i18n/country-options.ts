import { COUNTRIES } from '#app/kernel/domain/words/countries.ts'

/** All countries, named and sorted in a language. Made on the server, because browsers know other names. */
export function countryOptions(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((one, other) =>
    compare(one.label, other.label),
  )
}

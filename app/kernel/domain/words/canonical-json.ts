/** Writes a value always as the same text: RFC 8785 (JSON Canonicalization Scheme). */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/**
 * Keys in the order of their UTF-16 code units, no spaces, numbers and strings as ECMAScript writes them. Throws a
 * RangeError for what JSON cannot express: a number that is not finite, a lone surrogate.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`no JSON has the number ${value}`)
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('half a character')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] ?? null)}`).join(',')}}`
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value)

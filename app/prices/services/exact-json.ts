/** JSON without floats: prices come as JSON numbers, and no float may decide about money. */

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Parses JSON with every number as its original text ("0.2612"). Throws SyntaxError. */
export function parseWithExactNumbers(json: string): unknown {
  const keepSource: SourceReviver = (_key, value, context) => (typeof value === 'number' ? context.source : value)
  // The standard library's type does not have the third argument yet.
  return JSON.parse(json, keepSource as (key: string, value: unknown) => unknown)
}

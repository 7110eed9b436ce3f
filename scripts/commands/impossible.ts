/** A request that cannot be fulfilled; printed without a stack. */
export class Impossible extends Error {
  override name = 'Impossible' as const
}

/** What cannot be done as it was asked for; said without a stack. */
export class Impossible extends Error {
  override name = 'Impossible' as const
}

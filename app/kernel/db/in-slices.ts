/** One statement changes at most this many rows: it holds their locks only briefly. */
const SLICE = 2_000
/** One cleanup run changes at most this many slices; the next run continues. */
const MOST_SLICES = 500

/** Calls `changeSome` until a slice is not full. Returns the number of changed rows. */
export async function inSlices(changeSome: (limit: number) => Promise<number>): Promise<number> {
  let changed = 0
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const count = await changeSome(SLICE)
    changed += count
    if (count < SLICE) break
  }
  return changed
}

/** One statement changes so many rows: it holds their locks for a moment, and the next readers go on. */
const SLICE = 2_000
/** One tidying takes away so much; what is left is the next one's. */
const MOST_SLICES = 500

/** Calls `changeSome` until a slice is not full any more. Answers with how many rows were changed. */
export async function inSlices(changeSome: (limit: number) => Promise<number>): Promise<number> {
  let changed = 0
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const count = await changeSome(SLICE)
    changed += count
    if (count < SLICE) break
  }
  return changed
}

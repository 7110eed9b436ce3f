/** Letters inserted, deleted, changed, or two neighbours swapped. Stops counting above `most`. */
export function changesBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  if (most === 0) return one === other ? 0 : 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let changes = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        changes = Math.min(changes, (beforeLast[j - 2] ?? 0) + 1)
      row.push(changes)
      least = Math.min(least, changes)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}

/** 1 - changes / length while the changes are within a quarter of it; else 0. */
export function spelledAlike(one: string, other: string): number {
  const length = Math.max(one.length, other.length)
  const budget = Math.floor(length / 4)
  const changes = changesBetween(one, other, budget)
  return changes > budget ? 0 : 1 - changes / length
}

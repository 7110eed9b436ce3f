export type CodeGroup = { text: string; start: number; differs: boolean }

/** Cuts a value into groups of `size` characters and says which differ from the same place in another value. */
export function codeGroupsOf(
  value: string,
  { size, differsFrom }: { size: number; differsFrom?: string },
): CodeGroup[] {
  const groups: CodeGroup[] = []
  for (let start = 0; start < value.length; start += size) {
    const text = value.slice(start, start + size)
    const differs = differsFrom !== undefined && differsFrom.slice(start, start + size) !== text
    groups.push({ text, start, differs })
  }
  return groups
}

/** "dc0d5af2…8e2cfec2": for hashes only, with the whole value one click away. Never for an address to be paid. */
export function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 8)}…${hash.slice(-8)}` : hash
}

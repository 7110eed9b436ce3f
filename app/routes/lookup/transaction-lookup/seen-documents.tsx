/** An approval counts for the documents that the buyer saw, so the form says which they were. */
export function SeenDocuments({ ids }: { ids: readonly string[] }) {
  return <input type="hidden" name="seenDocuments" value={ids.join(' ')} />
}

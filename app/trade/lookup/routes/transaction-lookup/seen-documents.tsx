/** An approval counts for the documents and the decision that the buyer saw. `decidedAt` null or empty: no decision. */
export function SeenDocuments({ ids, decidedAt }: { ids: readonly string[]; decidedAt: string | null }) {
  return (
    <>
      <input type="hidden" name="seenDocuments" value={ids.join(' ')} />
      <input type="hidden" name="seenDecision" value={decidedAt ?? ''} />
    </>
  )
}

/** An approval counts for what the buyer saw: these documents, and the decision that stood (`decidedAt`; none: null or empty). */
export function SeenDocuments({ ids, decidedAt }: { ids: readonly string[]; decidedAt: string | null }) {
  return (
    <>
      <input type="hidden" name="seenDocuments" value={ids.join(' ')} />
      <input type="hidden" name="seenDecision" value={decidedAt ?? ''} />
    </>
  )
}

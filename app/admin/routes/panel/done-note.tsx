import { adminActionIn } from '#app/admin/domain/admin-action.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { useAdmin } from './words.tsx'

/** Says what has just been done, on the page to which an action returns. `done`: from the URL. */
export function DoneNote({ done }: { done: string | null }) {
  const t = useAdmin()
  if (done === 'already') return <Note tone="waiting" role="status" title={t('payouts.done.already')} />
  const act = adminActionIn(done ?? undefined)
  return act && <Note tone="good" role="status" title={t('resellers.done')} />
}

import type { PresentedType } from '#app/trade/documents/domain/documents.ts'

/** What a file is, for its small picture. `none`: not presented. */
export type Thumb = PresentedType | 'Contract' | 'none'

/**
 * A small drawing of the kind of paper, on white in both schemes. It says nothing that the words beside it do not. The
 * drawings are fetched once (public/papers.svg).
 */
export function DocumentThumb({ kind }: { kind: Thumb }) {
  if (kind === 'none') return <div className="thumb thumb--none" />
  const isPicture = kind === 'ShipmentImage'
  const frame = isPicture ? { viewBox: '0 0 88 64', preserveAspectRatio: 'xMidYMid slice' } : { viewBox: '0 0 52 68' }
  return (
    <div className={isPicture ? 'thumb thumb--pic' : 'thumb'}>
      <svg {...frame} aria-hidden="true">
        <use href={`/papers.svg#${kind}`} />
      </svg>
    </div>
  )
}

import type { PresentedType } from '#app/trade/documents/domain/documents.ts'

/** `none`: not presented. */
export type Thumb = PresentedType | 'Contract' | 'none'

/** Decorative drawing of the kind of document, from one cached file (public/papers.svg). */
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

import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { previewKind } from '#app/kernel/domain/file-kind.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type { VoiceView } from '#app/trade/disputes/domain/disputes-view.ts'
import { DocumentPreview } from '#app/trade/documents/ui/document-preview.tsx'

type VoicesProps = {
  voices: readonly VoiceView[]
  names: Record<Reader, string | null>
  /** The reader's side. Null: neither. */
  ownSide: Reader | null
  /** Shows the hash of each file, for the operator. */
  hashes?: boolean
  /** Also shows a side without statements. */
  namesSilent?: boolean
}

/** The statements of both sides side by side, each in order of time. */
export function Voices({ voices, names, ownSide, hashes = false, namesSilent = false }: VoicesProps) {
  const { t } = useTranslation()
  // Unique, because past disputes have the same headings on the page.
  const id = useId()
  const own = ownSide ?? 'buyer'
  const sides = [own, own === 'buyer' ? 'seller' : 'buyer'] as const
  return (
    <div className="voices">
      {sides.map((side) => {
        const said = voices.filter((voice) => voice.side === side)
        if (said.length === 0 && !namesSilent) return null
        const name = names[side]
        return (
          <article key={side} className="voice" aria-labelledby={`${id}-${side}`}>
            <h3 id={`${id}-${side}`}>
              {ownSide === side
                ? t(`lookup.settle.dispute.you.${side}`)
                : name
                  ? t(`lookup.settle.dispute.side.${side}`, { name })
                  : t(`escrow.facts.${side}`)}
            </h3>
            {said.length === 0 && (
              <p className="small muted">
                {t(ownSide === side ? 'lookup.settle.dispute.silentYou' : 'lookup.settle.dispute.silent')}
              </p>
            )}
            {said.map((voice) => (
              <Voice key={voice.id} voice={voice} hashes={hashes} />
            ))}
          </article>
        )
      })}
    </div>
  )
}

function Voice({ voice: { at, words, files }, hashes }: { voice: VoiceView; hashes: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="voice__said">
      <p className="small muted">
        <Moment at={at} />
      </p>
      {words && <Quote>{words}</Quote>}
      {files.length > 0 && (
        <ul className="voice__files">
          {files.map(({ id, fileName, size, sha256, isScanned }) => (
            <li key={id}>
              <div>
                <bdi>{fileName}</bdi>
                <small suppressHydrationWarning>
                  {formatFileSize(size, i18n.language)}
                  <Comma />
                  {t(isScanned ? 'ui.document.scanned' : 'ui.document.notScanned')}
                </small>
                {hashes && <HashDisclosure label={t('ui.document.sha256')} hash={sha256} />}
              </div>
              {/* A plain link: the browser must save the file, and the router must not fetch it. */}
              <a href={`/dispute-files/${id}`} download>
                {t('ui.document.download')}
                <ActedOn>{fileName}</ActedOn>
              </a>
              {previewKind(fileName) && <DocumentPreview fileName={fileName} href={`/dispute-files/${id}`} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

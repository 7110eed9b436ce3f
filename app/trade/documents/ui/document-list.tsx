import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentThumb, type Thumb } from './document-thumb.tsx'

export type PresentedFile = {
  fileName: string
  /** Bytes. */
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
  isScanned: boolean
  /** Download URL (an attachment). */
  href: string
  origin?: ReactNode
  /** Why others cannot read it, and when the buyer accepted it as it is. */
  trouble?: FileDefect | null
  acceptedAt?: string | null
}

export type PresentedDocument = {
  kind: Thumb
  title: string
  tag?: ReactNode
  /** Several for shipment images only. Empty: not presented. */
  files: PresentedFile[]
  /** Shown instead of the files, or above them. */
  remark?: ReactNode
}

export function DocumentList({ documents }: { documents: PresentedDocument[] }) {
  if (documents.length === 0) return null
  return (
    <ul className="docs">
      {documents.map((document) => (
        <DocumentRow key={document.title} {...document} />
      ))}
    </ul>
  )
}

function DocumentRow({ kind, title, tag, files, remark }: PresentedDocument) {
  const { t } = useTranslation()
  const [first, ...others] = files
  if (!first) {
    return (
      <li className="docs__none">
        <DocumentTitle title={title} tag={tag} />
        <p className="docs__meta">{remark ?? t('ui.document.notPresented')}</p>
      </li>
    )
  }
  return (
    <li>
      <DocumentThumb kind={kind} />
      <div>
        <DocumentTitle title={title} tag={tag} />
        {others.length > 0 && <p className="docs__meta">{t('ui.document.files', { count: files.length })}</p>}
        {remark}
        {files.map((file) => (
          <FileLines key={file.href} file={file} title={others.length > 0 ? file.fileName : title} />
        ))}
      </div>
    </li>
  )
}

function FileLines({ file, title }: { file: PresentedFile; title: string }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="docs__file">
      <p className="docs__meta" suppressHydrationWarning>
        <bdi>{file.fileName}</bdi>
        <Comma />
        {formatFileSize(file.size, i18n.language)}
      </p>
      <Defect file={file} />
      <div className="docs__ways">
        <Download file={file} title={title} />
        <DocumentPreview {...file} />
        <Disclosure
          summary={
            <>
              {t('ui.document.about')}
              <ActedOn>{title}</ActedOn>
            </>
          }
        >
          {file.origin && <p className="docs__meta">{file.origin}</p>}
          <p className="docs__meta">{t(file.isScanned ? 'ui.document.scanned' : 'ui.document.notScanned')}</p>
          <p className="docs__meta">{t('ui.document.sha256')}</p>
          <Code value={file.sha256} group={8} size="small" />
        </Disclosure>
      </div>
    </div>
  )
}

function Defect({ file: { trouble, acceptedAt } }: { file: PresentedFile }) {
  const { t } = useTranslation()
  if (!trouble) return null
  return (
    <p className="docs__meta">
      {t(`ui.document.trouble.${trouble}`)}
      {acceptedAt && (
        <>
          <Comma />
          <MomentSentence at={acceptedAt} text={(time) => t('ui.document.takenAsIs', { time })} />
        </>
      )}
    </p>
  )
}

function DocumentTitle({ title, tag }: Pick<PresentedDocument, 'title' | 'tag'>) {
  return (
    <h3>
      {title} {tag}
    </h3>
  )
}

/** A plain link: the browser must save the file, and the router must not fetch it. */
function Download({ file, title }: { file: PresentedFile; title: string }) {
  const { t } = useTranslation()
  return (
    <a className={buttonClass('line', 'small')} href={file.href} download>
      <Icon name="down" />
      {t('ui.document.download')}
      <ActedOn>{title}</ActedOn>
    </a>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileTrouble } from '#app/domain/kernel/file-kind.ts'
import { formatFileSize } from '#app/i18n/kernel/format.ts'
import { buttonClass } from '#app/ui/kernel/forms/button.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Icon } from '#app/ui/kernel/frames/icon.tsx'
import { ActedOn } from '#app/ui/kernel/text/acted-on.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentThumb, type Thumb } from './document-thumb.tsx'

export type PresentedFile = {
  fileName: string
  /** Bytes. */
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
  /** A scanner found nothing in it. */
  isScanned: boolean
  /** Where it is downloaded from, as an attachment. */
  href: string
  /** Who presented it, and when. */
  origin?: ReactNode
  /** Why others cannot read it, and when the buyer accepted it all the same. */
  trouble?: FileTrouble | null
  acceptedAt?: string | null
}

export type PresentedDocument = {
  kind: Thumb
  title: string
  /** One word of state beside the title. */
  tag?: ReactNode
  /** More than one for shipment images; none when it was not presented. */
  files: PresentedFile[]
  /** What is said instead, or besides. */
  remark?: ReactNode
}

/** The documents of a trade with their size, hash and a way to download each. */
export function DocumentList({ documents }: { documents: PresentedDocument[] }) {
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
      <li>
        <DocumentThumb kind="none" />
        <div>
          <DocumentTitle title={title} tag={tag} />
          <p className="docs__meta">{remark ?? t('ui.document.notPresented')}</p>
        </div>
      </li>
    )
  }
  if (others.length === 0) {
    return (
      <li>
        <DocumentThumb kind={kind} />
        <div>
          <DocumentTitle title={title} tag={tag} />
          <p className="docs__meta" suppressHydrationWarning>
            <FileMeta file={first} />
          </p>
          {first.origin && <p className="docs__meta docs__origin">{first.origin}</p>}
          <Trouble file={first} />
          <HashDisclosure label={t('ui.document.sha256')} hash={first.sha256} />
          {remark}
        </div>
        <Download file={first} title={title} />
        <div className="docs__preview">
          <DocumentPreview {...first} />
        </div>
      </li>
    )
  }
  return (
    <li>
      <DocumentThumb kind={kind} />
      <div>
        <DocumentTitle title={title} tag={tag} />
        <p className="docs__meta">{t('ui.document.files', { count: files.length })}</p>
        {remark}
      </div>
      <ul className="docs__files">
        {files.map((file) => (
          <li key={file.href}>
            <div>
              <p className="docs__meta" suppressHydrationWarning>
                <FileMeta file={file} />
              </p>
              {file.origin && <p className="docs__meta docs__origin">{file.origin}</p>}
              <Trouble file={file} />
              <HashDisclosure label={t('ui.document.sha256')} hash={file.sha256} />
            </div>
            <Download file={file} title={file.fileName} />
            <div className="docs__preview">
              <DocumentPreview {...file} />
            </div>
          </li>
        ))}
      </ul>
    </li>
  )
}

function FileMeta({ file }: { file: PresentedFile }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <bdi>{file.fileName}</bdi>
      <Comma />
      {formatFileSize(file.size, i18n.language)}
      <Comma />
      {t(file.isScanned ? 'ui.document.scanned' : 'ui.document.notScanned')}
    </>
  )
}

/** Beside the preview, which cannot show it. */
function Trouble({ file: { trouble, acceptedAt } }: { file: PresentedFile }) {
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

/** A plain link: the browser saves the file, the router must not fetch it. */
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

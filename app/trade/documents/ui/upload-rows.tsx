import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { shortHash } from '#app/kernel/ui/text/code-groups.ts'
import { DocumentPreview } from './document-preview.tsx'

export type UploadedFile = {
  /** Value of the delete button. */
  id: string
  fileName: string
  /** Bytes. */
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
}

export type UploadRow = {
  name: string
  label: string
  hint?: ReactNode
  accept: string
  multiple?: boolean
  /** Files stored already. In a row for one file, a new one replaces it. */
  files: UploadedFile[]
  /** A word that says what is wrong with the stored file. */
  flag?: string
  error?: string | null
}

type UploadRowsProps = {
  rows: UploadRow[]
  /**
   * Id of a separate form for deletion. A delete button of the main form would be its first submit button, and Enter in
   * any field would delete a document.
   */
  deleteForm: string
  deleteName?: string
}

export function UploadRows({ rows, deleteForm, deleteName = 'delete' }: UploadRowsProps) {
  return (
    <ul className="ups">
      {rows.map((row) => (
        <UploadRowItem key={row.name} row={row} deleteForm={deleteForm} deleteName={deleteName} />
      ))}
    </ul>
  )
}

function UploadRowItem({ row, deleteForm, deleteName }: { row: UploadRow; deleteForm: string; deleteName: string }) {
  const { t } = useTranslation()
  const errorId = useId()
  const replaces = !row.multiple && row.files.length > 0
  const hintId = useId()
  return (
    <li className={classNames(row.error && 'field--bad')}>
      <div>
        <label htmlFor={row.name}>{row.label}</label>{' '}
        {row.flag && (
          <p>
            <Tag tone="danger" icon="x">
              {row.flag}
            </Tag>
          </p>
        )}
        {row.hint && <span className="hint">{row.hint}</span>}
        {row.error && (
          <p className="err" id={errorId}>
            <Sentence text={row.error} />
          </p>
        )}
      </div>
      <div className="ups__files">
        {row.files.map((file) => (
          <StoredFile key={file.id} file={file} title={row.label} deleteForm={deleteForm} deleteName={deleteName} />
        ))}
        {replaces && (
          <span className="hint" id={hintId}>
            {t('ui.document.replace')}
          </span>
        )}
        <input
          className="file"
          type="file"
          id={row.name}
          name={row.name}
          accept={row.accept}
          multiple={row.multiple}
          aria-describedby={[row.error && errorId, replaces && hintId].filter(Boolean).join(' ') || undefined}
          aria-invalid={row.error ? true : undefined}
        />
      </div>
    </li>
  )
}

function StoredFile({
  file,
  title,
  deleteForm,
  deleteName,
}: {
  file: UploadedFile
  title: string
  deleteForm: string
  deleteName: string
}) {
  const { t, i18n } = useTranslation()
  return (
    <div className="up-file">
      <p>
        <b>
          <bdi>{file.fileName}</bdi>
        </b>
        <br />
        <span className="muted" suppressHydrationWarning>
          {formatFileSize(file.size, i18n.language)}
          <Comma />
          {t('ui.document.sha256')} <InlineCode size="small">{shortHash(file.sha256)}</InlineCode>
        </span>
      </p>
      <Button form={deleteForm} name={deleteName} value={file.id} look="quiet" size="small" icon="bin">
        {t('ui.document.delete')}
        <ActedOn>
          {title}
          <Comma />
          {file.fileName}
        </ActedOn>
      </Button>
      <div className="up-file__preview">
        <DocumentPreview fileName={file.fileName} href={`/documents/${file.id}`} />
      </div>
    </div>
  )
}

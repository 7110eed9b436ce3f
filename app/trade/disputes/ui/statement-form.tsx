import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { acceptAttribute } from '#app/kernel/domain/file-kind.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { VOICE_LIMITS } from '#app/trade/disputes/domain/voices.ts'
import { DOCUMENT_KINDS } from '#app/trade/documents/domain/documents.ts'
import { UploadStatus } from '#app/trade/documents/ui/upload-status.tsx'

type StatementFormProps = {
  escrow: Pick<EscrowDetails, 'transactionId'>
  /** The refused words and their problems. */
  refused?: { words: string; errors: Record<string, string> } | null
}

/** Statement of one side in a dispute. /dispute-statement takes it, and shows it again after a refusal. */
export function DisputeStatementForm({ escrow, refused }: StatementFormProps) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const fileError = refused?.errors.statementFiles
  const action = `/dispute-statement?txid=${encodeURIComponent(escrow.transactionId)}`
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="settle no-print">
      <TextArea
        name="statement"
        label={t('lookup.settle.dispute.statement')}
        hint={t('lookup.settle.dispute.statementHint')}
        error={refused?.errors.statement ?? null}
        defaultValue={refused?.words}
        rows={4}
      />
      <div className={classNames('field', fileError && 'field--bad')}>
        <label htmlFor="statementFiles">{t('lookup.settle.dispute.files')}</label>
        <p className="hint" id="statementFiles-hint">
          {t('lookup.settle.dispute.filesHint', { most: VOICE_LIMITS.files })}
          {refused && ` ${t('seller.chooseAgain')}`}
        </p>
        {fileError && (
          <p className="err" id="statementFiles-error">
            <Sentence text={fileError} />
          </p>
        )}
        <input
          className="file"
          type="file"
          id="statementFiles"
          name="statementFiles"
          accept={acceptAttribute(DOCUMENT_KINDS)}
          multiple
          aria-describedby={fileError ? 'statementFiles-error statementFiles-hint' : 'statementFiles-hint'}
          aria-invalid={fileError ? true : undefined}
        />
      </div>
      <UploadStatus />
      <Actions after>
        <Button look="line" disabled={isBusy}>
          {isBusy ? t('lookup.settle.busy') : t('lookup.settle.dispute.send')}
        </Button>
      </Actions>
    </Form>
  )
}

import { useTranslation } from 'react-i18next'
import { acceptAttribute } from '#app/kernel/domain/file-kind.ts'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { FileField } from '#app/kernel/ui/forms/field.tsx'
import { CONTRACT_KINDS } from '#app/trade/documents/domain/documents.ts'
import type { StepProps } from '../steps/step-props.ts'

/** The contract: a file field, or the stored file. */
export function ContractPart({
  shown,
  contract,
  maxMegabytes,
  isScanned,
}: Pick<StepProps, 'shown' | 'contract' | 'maxMegabytes' | 'isScanned'>) {
  const { t, i18n } = useTranslation()
  const error = shown.error('contract')
  const isLost = contract === null && shown.typed('contract') === 'sent'
  if (contract && !error) {
    return (
      <div className="filed" id="contract">
        <span>
          <b>
            <bdi>{contract.fileName}</bdi>
          </b>
          <small>{formatFileSize(contract.size, i18n.language)}</small>
        </span>
        <Button look="quiet" size="small" name="press" value="dropContract">
          {t('ui.document.delete')}
          <span className="vh"> {contract.fileName}</span>
        </Button>
      </div>
    )
  }
  return (
    <FileField
      name="contract"
      label={t('submit.contract')}
      note={t('form.optional')}
      hint={`${t('submit.contractKinds', { max: maxMegabytes })}${isScanned ? '' : ` ${t('ui.document.unscannedHere')}`}`}
      error={error ?? (isLost ? t('submit.chooseAgain') : null)}
      accept={acceptAttribute(CONTRACT_KINDS)}
    />
  )
}

import { useTranslation } from 'react-i18next'
import { DOCUMENT_TYPES } from '#app/escrow/domain/document-types.ts'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'

type DocumentTicksProps = {
  /** Prefix of the ids: several forms of a page may have these ticks. */
  id: string
  ticked: readonly string[]
}

export function DocumentTicks({ id, ticked }: DocumentTicksProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="ticks">
      <legend>{t('dates.documents')}</legend>
      {/* Tells that the form asks for documents: no tick is an answer too. */}
      <input type="hidden" name="asksDocuments" value="on" />
      <div className="ticks__all">
        {DOCUMENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            id={`${id}-${type}`}
            name="documents"
            value={type}
            label={t(`documentType.${type}`)}
            defaultChecked={ticked.includes(type)}
          />
        ))}
      </div>
    </fieldset>
  )
}

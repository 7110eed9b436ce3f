import { useTranslation } from 'react-i18next'
import { DOCUMENT_TYPES } from '#app/escrow/domain/document-types.ts'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'

type DocumentTicksProps = {
  /** What the ids of the ticks begin with: several forms of a page may have them. */
  id: string
  ticked: readonly string[]
}

/** What has to be presented: any of the six, or none. */
export function DocumentTicks({ id, ticked }: DocumentTicksProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="ticks">
      <legend>{t('dates.documents')}</legend>
      {/* Says that the form asks at all: no tick is an answer, too. */}
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

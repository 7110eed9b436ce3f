import { useTranslation } from 'react-i18next'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { DISCREPANCIES, type Mark } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

type MarkDocumentsProps = {
  escrow: EscrowView
  /** As typed before a refusal, or of the standing notice. */
  marks: readonly Mark[]
  errorOf: (field: string) => string | null
}

/** Which documents are discrepant, and why; ticking one opens its reasons. */
export function MarkDocuments({ escrow, marks, errorOf }: MarkDocumentsProps) {
  const { t } = useTranslation()
  const presented = PRESENTED_TYPES.filter((type) => !escrow.missingTypes.includes(type))
  if (presented.length === 0) return null
  return (
    <fieldset className="ticks">
      <legend>{t('lookup.decision.which')}</legend>
      <p className="hint">
        {t('lookup.decision.whichHint')} {t('examination.once')}
      </p>
      {presented.map((type) => (
        <MarkDocument key={type} type={type} mark={marks.find((mark) => mark.type === type)} errorOf={errorOf} />
      ))}
    </fieldset>
  )
}

type MarkDocumentProps = { type: PresentedType; mark: Mark | undefined } & Pick<MarkDocumentsProps, 'errorOf'>

function MarkDocument({ type, mark, errorOf }: MarkDocumentProps) {
  const { t } = useTranslation()
  return (
    <div className="mark">
      <Checkbox
        id={`rejected-${type}`}
        name="rejected"
        value={type}
        label={t(`documentType.${type}`)}
        defaultChecked={mark !== undefined}
        error={errorOf(`rejected-${type}`)}
      />
      <fieldset className="mark__what">
        <legend className="vh">{t(`documentType.${type}`)}</legend>
        <div className="mark__reasons">
          {DISCREPANCIES.map((reason) => (
            <Checkbox
              key={reason}
              id={`reason-${type}-${reason}`}
              name={`reasons-${type}`}
              value={reason}
              label={t(`examination.discrepancy.${reason}`)}
              defaultChecked={mark?.reasons.includes(reason)}
            />
          ))}
        </div>
        <TextArea
          name={`words-${type}`}
          rows={2}
          label={t('examination.words')}
          defaultValue={mark?.words}
          error={errorOf(`words-${type}`)}
        />
      </fieldset>
    </div>
  )
}

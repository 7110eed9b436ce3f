import { useTranslation } from 'react-i18next'
import { USUAL_WEEKEND, WEEKENDS, weekendOf } from '#app/domain/agreement/working-days.ts'
import { Choice } from '#app/ui/kernel/forms/choice.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'

/** Which days count as working days; folded, because most trades keep what stands. `id`: of its first option. */
export function WeekendChoice({ id, chosen }: { id: string; chosen: string }) {
  const { t } = useTranslation()
  const weekend = weekendOf(chosen)
  return (
    <Disclosure
      summary={t('dates.workingDaysAre', { days: t(`dates.weekend.${weekend}`) })}
      look="quiet"
      open={weekend !== USUAL_WEEKEND}
      noPrint
    >
      <Choice
        name="weekend"
        id={id}
        legend={t('dates.workingDays')}
        defaultValue={weekend}
        options={WEEKENDS.map((value) => ({ value, label: t(`dates.weekend.${value}`) }))}
      />
    </Disclosure>
  )
}

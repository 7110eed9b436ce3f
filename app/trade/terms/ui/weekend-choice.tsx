import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { USUAL_WEEKEND, WEEKENDS, weekendOf } from '#app/trade/terms/domain/working-days.ts'

/** Folded, because most trades keep the default. `id`: of its first option. */
export function WeekendChoice({ id, chosen }: { id: string; chosen: string }) {
  const { t } = useTranslation()
  const begins = weekendOf(chosen)
  const [weekend, setWeekend] = useState(begins)
  return (
    <Disclosure
      summary={t('dates.workingDaysAre', { days: t(`dates.weekend.${weekend}`) })}
      look="quiet"
      open={begins !== USUAL_WEEKEND}
      noPrint
    >
      {/* The heading also shows the choice: it is all that is seen once folded. */}
      <div onChange={({ target }) => target instanceof HTMLInputElement && setWeekend(weekendOf(target.value))}>
        <Choice
          name="weekend"
          id={id}
          legend={t('dates.workingDays')}
          defaultValue={begins}
          options={WEEKENDS.map((value) => ({ value, label: t(`dates.weekend.${value}`) }))}
        />
      </div>
    </Disclosure>
  )
}

import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isAsset } from '#app/domain/kernel/assets.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import type { WeighedEnd } from '#app/workflows/cases/close-payment-case.server.ts'
import { CaseSeen } from './assign-payment.tsx'

export type SureEnd = WeighedEnd & { caseId: string; kind: string; outcome: string }

/** Asked once more before a case is closed that still holds money, saying what becomes of it. */
export function SureBeforeClosing({ sure }: { sure: SureEnd }) {
  const { i18n } = useTranslation()
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  const { caseId, kind, end, amount, assetLabel, hash, outcome } = sure
  const shown = isAsset(assetLabel) ? formatAmount(amount, assetLabel, i18n.language) : `${amount} ${assetLabel}`
  return (
    <Read>
      <PageHead title={t(`cases.end.${end}Sure`, { amount: shown })} lead={t(`cases.end.${end}Text`)} />
      {hash !== null && (
        <Sheet title={t('cases.facts.hash')}>
          <Code value={hash} group={8} size="small" />
        </Sheet>
      )}
      <Sheet title={t('cases.outcomeTitle')}>
        <p className="said">{outcome}</p>
      </Sheet>
      <Form method="post">
        <CaseSeen row={{ id: caseId, kind, amount }} />
        <input type="hidden" name="end" value={end} />
        <input type="hidden" name="hash" value={hash ?? ''} />
        <input type="hidden" name="outcome" value={outcome} />
        <input type="hidden" name="sure" value="yes" />
        <Actions after>
          <Button disabled={isBusy}>{t(isBusy ? 'cases.closing' : 'cases.end.yes')}</Button>
          <ButtonLink look="line" to="/admin-panel/cases">
            {t('cases.assign.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}

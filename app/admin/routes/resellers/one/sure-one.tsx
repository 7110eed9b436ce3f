import { useTranslation } from 'react-i18next'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { useFactRows } from '../fact-rows.tsx'
import type { AskedOfReseller } from './actions.server.ts'

const TITLES = {
  change: 'resellers.change',
  add: 'resellers.addCode',
  stop: 'resellers.stop',
  start: 'resellers.start',
  rates: 'resellers.ratesOpen',
  pay: 'resellers.pay',
  'by-hand': 'resellers.byHand',
  'take-back': 'resellers.takeBack',
  renew: 'resellers.renew',
  revoke: 'resellers.revoke',
} as const
const TEXTS = {
  change: 'resellers.changeText',
  add: 'resellers.codeText',
  stop: 'resellers.codeText',
  start: 'resellers.codeText',
  rates: 'resellers.codeText',
  pay: 'resellers.payText',
  'by-hand': 'resellers.byHandText',
  'take-back': 'resellers.takeBackText',
  renew: 'resellers.renewText',
  revoke: 'resellers.revokeText',
} as const
export function SureAboutOne({ asked, email }: { asked: AskedOfReseller; email: string }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const rowsOf = useFactRows()
  const { intent, values, facts, hasKey, fields } = asked
  const words = { email, usd: values.usd ? formatUsd(values.usd, i18n.language) : '' }
  return (
    <SureBefore
      title={t(TITLES[intent], words)}
      text={t(TEXTS[intent], words)}
      facts={rowsOf(facts)}
      warning={!hasKey && t('resellers.noKey')}
      fields={fields}
    />
  )
}

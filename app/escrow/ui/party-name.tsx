import { useTranslation } from 'react-i18next'

type PartyNameProps = { name: string; isConfirmed: boolean }

/** What the other party calls itself, and whether anybody may have typed its address. */
export function PartyName({ name, isConfirmed }: PartyNameProps) {
  const { t } = useTranslation()
  if (isConfirmed) return <bdi>{name}</bdi>
  return (
    <>
      <bdi>{name}</bdi> <span className="muted small">{t('escrow.facts.unconfirmed')}</span>
    </>
  )
}

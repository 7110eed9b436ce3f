import { LISTS, type ListName } from '#app/admin/domain/lists.ts'
import { Tabs } from '#app/admin/routes/panel/list-parts.tsx'
import { useDesk } from '#app/admin/routes/panel/words.tsx'
import { nameOfList } from './words.ts'

export function ListTabs({ here }: { here: ListName | null }) {
  const t = useDesk()
  const tabs = LISTS.map((list) => ({
    to: `/admin-panel/lists/${list}`,
    label: nameOfList(list, t),
    isHere: list === here,
  }))
  return <Tabs label={t('lists.all')} tabs={tabs} />
}

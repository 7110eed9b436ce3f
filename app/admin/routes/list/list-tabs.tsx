import { ADMIN_LISTS, type AdminListName } from '#app/admin/domain/lists.ts'
import { Tabs } from '#app/admin/routes/panel/list-parts.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { nameOfList } from './words.ts'

export function ListTabs({ here }: { here: AdminListName | null }) {
  const t = useAdmin()
  const tabs = ADMIN_LISTS.map((list) => ({
    to: `/admin-panel/lists/${list}`,
    label: nameOfList(list, t),
    isHere: list === here,
  }))
  return <Tabs label={t('lists.all')} tabs={tabs} />
}

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { PersonDetail } from '#app/screening/domain/person-detail.ts'

export async function findPersonDetail(db: Database, userId: string): Promise<PersonDetail | null> {
  return db.personDetail.findUnique({
    where: { userId },
    select: { nativeName: true, company: true, country: true, birthDate: true },
  })
}

export async function storePersonDetail(tx: Transaction, of: { userId: string; detail: PersonDetail }): Promise<void> {
  const { userId, detail } = of
  const data = { ...detail }
  await tx.personDetail.upsert({
    where: { userId },
    create: { userId, ...data },
    update: data,
    select: { userId: true },
  })
}

import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { returnTry } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'

/**
 * Counts a naming before it is checked, and undoes that unless the address was refused because of its account: nobody
 * must learn by trying which addresses have an account (decision 004).
 */
export async function countNaming<Value extends object>(
  { userId, email }: { userId: string; email: string },
  name: () => Promise<Value | Refusal>,
): Promise<Value | Refusal> {
  if (email === '') return name()
  if ((await minutesToWait('strangers_address_by_user', userId)) !== null) {
    return refuse('tried_often', { field: 'sellerEmail' })
  }
  const named = await name()
  const isTold = isRefusal(named) && named.refused === 'seller_cannot_sell'
  if (!isTold) await returnTry('strangers_address_by_user', userId)
  return named
}

import { Prisma } from '#app/kernel/db/generated/client.ts'

/** Kinds of emails about an account alone. The condition of index outbox_letter_about_account has the same words. */
const KINDS = Prisma.sql`('welcome', 'confirm_email', 'password_reset', 'password_changed', 'account_secured',
  'email_change', 'email_change_told', 'account_exists', 'account_closed', 'account_checked', 'terms_changed')`

/**
 * Ids of the emails about this person's account. The email that a new address gets before its change belongs to no
 * person in the outbox: it is found by its key, while the change is stored.
 */
export const emailsOfAccount = (userId: string) => Prisma.sql`
  select "id" from "outbox_letter" where "userId" = ${userId}::uuid and "content" ->> 'letter' in ${KINDS}
  union select l."id" from "email_change" c
    join "outbox_letter" l on l."key" = 'email_change:' || c."id" || ':' || c."toEmail" where c."userId" = ${userId}::uuid`

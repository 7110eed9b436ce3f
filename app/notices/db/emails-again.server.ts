/** Emails that an operator sends again. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'

const EMAIL = {
  id: true,
  key: true,
  userId: true,
  recipient: true,
  locale: true,
  content: true,
  escrowId: true,
  stage: true,
  createdAt: true,
  sentAt: true,
  givenUpAt: true,
  givenUpFor: true,
  withheldFor: true,
  attempts: true,
  lastError: true,
  user: { select: { email: true, locale: true } },
} satisfies Prisma.OutboxLetterSelect

export type EmailToCopy = Prisma.OutboxLetterGetPayload<{ select: typeof EMAIL }>

/** Null: not found. */
export async function findEmailToCopy(db: Database | Transaction, id: string): Promise<EmailToCopy | null> {
  return db.outboxLetter.findUnique({ where: { id }, select: EMAIL })
}

/** Whether it has a link that opens an account, and so is meant for one mailbox only. */
export function isForOneMailbox({ content }: Pick<EmailToCopy, 'content'>): boolean {
  return typeof content === 'object' && content !== null && 'tokenId' in content
}

/** Returns the id of the new email. Null: this number was written before (unique key). */
export async function copyEmail(
  tx: Transaction,
  { letter, number, at }: { letter: EmailToCopy; number: number; at: Date },
): Promise<string | null> {
  const { key, userId, escrowId, stage, user } = letter
  const to = user && !isForOneMailbox(letter) ? { recipient: user.email, locale: user.locale } : letter
  const rows = await tx.outboxLetter.createManyAndReturn({
    data: [
      {
        key: `${key}:again:${number}`,
        userId,
        escrowId,
        stage,
        recipient: to.recipient,
        locale: to.locale,
        content: letter.content as Prisma.InputJsonObject,
        createdAt: at,
        nextTryAt: at,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  })
  return rows[0]?.id ?? null
}
